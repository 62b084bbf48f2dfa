/** The shapes of the HTTP interface that this client offers, with the names of the wire. Full descriptions: `/docs` of a running service. */

export interface CallOptions {
  /** Ends the request; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface Pagination {
  /** The limit that was applied, which may be less than was asked for. */
  limit: number;
  offset: number;
  /** All matches, not only those of this page. */
  total: number;
}

export interface OcrItem {
  type: 'OCR';
  content: {
    frame_id: number;
    timestamp: string;
    text: string;
    app_name: string;
    window_name: string;
    file_path: string;
    /** The page in the window, where it is a browser. */
    browser_url: string | null;
    device_name: string;
    tags: string[];
    text_source: string | null;
    capture_trigger: string | null;
    /** Why there is no picture: `off`, `retention` or `rule`; absent otherwise. */
    picture_gone?: string;
  };
}

export interface AudioItem {
  type: 'Audio';
  content: {
    chunk_id: number;
    timestamp: string;
    transcription: string;
    file_path: string;
    tags: string[];
    device_name: string;
    device_type: 'Input' | 'Output';
    speaker: { id: number; name: string } | null;
    /** Seconds into the recording. */
    start_time: number | null;
    end_time: number | null;
    /** Of what was said, such as `de`; null when it is not known, absent from earlier versions. */
    language?: string | null;
  };
}

export interface UiItem {
  type: 'UI';
  content: { id: number; timestamp: string; text: string; app_name: string; window_name: string };
}

export interface InputItem {
  type: 'Input';
  content: {
    id: number;
    timestamp: string;
    event_type: string;
    app_name: string | null;
    window_title: string | null;
    text_content: string | null;
  };
}

/** Of a search with `content_type=memory`, and nowhere else. */
export interface MemoryItem {
  type: 'Memory';
  content: { id: number; timestamp: string; content: string; source: string; tags: string[] };
}

export type Item = OcrItem | AudioItem | UiItem | InputItem;

export interface ItemPage {
  data: Item[];
  pagination: Pagination;
}

/** Every parameter is optional; an absent one does not restrict. */
export interface SearchParameters {
  q?: string | undefined;
  /** Words of which none may be there. */
  exclude?: string | undefined;
  content_type?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  /** RFC 3339, a date, Unix time, or relative such as `2h ago`. */
  start_time?: string | undefined;
  end_time?: string | undefined;
  /** Of several, any. */
  app_name?: string | readonly string[] | undefined;
  window_name?: string | readonly string[] | undefined;
  order?: 'ascending' | 'descending' | 'relevance' | undefined;
}

/** Ascending by time unless said otherwise. */
export type TimelineParameters = Omit<SearchParameters, 'q' | 'app_name' | 'window_name'> & {
  app_name?: string | undefined;
  window_name?: string | undefined;
};

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
  /** Why there is no picture: `off`, `retention` or `rule`; absent otherwise. */
  picture_gone?: string;
  tags?: string[];
}

/** Fractions of the image, from its upper left corner. */
export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A word on a picture. */
export interface TextPosition {
  text: string;
  confidence: number;
  bounds: Bounds;
}

/** Words of a frame; x, y, width and height are pixels of the image. */
export interface FrameText {
  frame_id: number;
  text_positions: (TextPosition & { x: number; y: number; width: number; height: number })[];
}

export type PipelineStatus = 'ok' | 'stale' | 'not_started' | 'disabled';

export interface Health {
  status: 'healthy' | 'degraded';
  last_frame_timestamp: string | null;
  last_audio_timestamp: string | null;
  frame_status: PipelineStatus;
  audio_status: PipelineStatus;
  message: string;
  /** The data folder of the service; absent from earlier versions. */
  data_dir?: string;
  /** What to do; present when something is wrong. */
  verbose_instructions?: string | null;
  /** Old pictures and sound at another place; absent from earlier versions. */
  /** Absent where the devices have no keeper. */
  keeper?: {
    role: 'device' | 'keeper';
    keepers: { machine_id: string; last_seen_at: string | null }[];
    /** What stays until the keeper has confirmed that it holds it. */
    waiting: {
      files: number;
      machine_id: string | null;
      last_seen_at: string | null;
      reason: string;
    } | null;
  };
  offload?: {
    state: string;
    moved: number;
    moved_bytes: number;
    waiting: number;
    lost: number;
    error: string | null;
  };
}

export interface CoverageSpan {
  start_time: string;
  end_time: string;
  state: 'captured' | 'idle' | 'paused' | 'excluded' | 'locked' | 'off' | 'failed';
  /** Why it failed or was off. */
  cause: string | null;
}

export interface StreamCoverage {
  spans: CoverageSpan[];
  minutes: Partial<Record<CoverageSpan['state'], number>>;
  /** The spans that failed or were off. */
  gaps: CoverageSpan[];
}

export interface Coverage {
  /** The first moment that is accounted for; null when there is none yet. */
  since: string | null;
  start_time: string;
  end_time: string;
  streams: { screen: StreamCoverage; audio: StreamCoverage; input: StreamCoverage };
}

export interface SyncStatus {
  role: 'device' | 'keeper';
  /** Set up and unlocked. */
  enabled: boolean;
  is_syncing: boolean;
  last_sync: string | null;
  last_error: string | null;
  last_error_code: string | null;
  machine_id: string | null;
  next_sync_at: string | null;
  /** Not sent yet. */
  pending_changes: number;
  /** Bytes at the hub; null where it does not tell. */
  storage_used: number | null;
  /** The other devices of the account. */
  devices: {
    machine_id: string;
    segments: number;
    segments_read: number;
    last_seen_at: string;
    /** Of this device: nothing more comes from there. */
    keeper: boolean;
    former_name: boolean;
  }[];
}

export interface SyncInit {
  token: string;
  password: string;
  machine_id?: string;
  /** Keeps the key in a file that only its owner can read. */
  stay_unlocked?: boolean;
}

export interface SyncInitReply {
  /** Whether this device made the account. */
  is_new_user: boolean;
  machine_id: string;
}
