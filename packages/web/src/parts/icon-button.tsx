/** A button that is a picture alone, with its name for those who do not see it. */
import type { LucideIcon } from 'lucide-react';

export function IconButton(props: {
  label: string;
  icon: LucideIcon;
  look?: string;
  isPressed?: boolean;
  onClick(): void;
}) {
  const { label, icon: Icon, look = 'ghost', isPressed, onClick } = props;
  return (
    <button
      type="button"
      className={`btn ico ${look}`}
      aria-label={label}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      onClick={onClick}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
}
