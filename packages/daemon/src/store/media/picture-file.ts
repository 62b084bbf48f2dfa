/** Whether a media file is a snapshot or a video chunk; recordings are neither. */
export function isPictureFile(path: string): boolean {
  return path.endsWith('.jpg') || path.endsWith('.mp4');
}
