/** A fault in one view leaves the rest of the page alone. Error boundaries exist only as classes. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../parts/states.tsx';

export class ViewBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <ErrorState error={this.state.error} retry={() => this.setState({ error: undefined })} />
    );
  }
}
