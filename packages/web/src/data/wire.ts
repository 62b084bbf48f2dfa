/** The shapes of the interface that the page reads, with the names of the wire. */

export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TextPosition {
  text: string;
  confidence: number;
  bounds: Bounds;
}

export interface FrameContent {
  frame_id: number;
  text: string;
  timestamp: string;
  app_name: string;
  window_name: string;
  browser_url: string | null;
  device_name: string;
  tags: string[];
  text_source: string | null;
  capture_trigger: string | null;
}

export interface AudioContent {
  chunk_id: number;
  transcription: string;
  timestamp: string;
  file_path: string;
  tags: string[];
  device_name: string;
  device_type: 'Input' | 'Output';
  speaker: { id: number; name: string } | null;
  start_time: number | null;
  end_time: number | null;
}

export interface Page<Content> {
  data: { type: string; content: Content }[];
  pagination: { limit: number; offset: number; total: number };
}

export interface FrameMetadata {
  frame_id: number;
  timestamp: string;
  app_name: string;
  window_name: string;
  browser_url: string | null;
  device_name: string;
  text_source: string | null;
  capture_trigger: string | null;
  width: number | null;
  height: number | null;
  machine_id: string | null;
  tags?: string[];
}
