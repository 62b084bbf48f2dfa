/** Made from docs/api/openapi.json by scripts/generate-openapi.ts; not to be edited. */

export interface paths {
    "/access-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who read what and when
         * @description One row for each caller and route in a minute, the newest first, of the last 90 days. It never holds what was asked for or found.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only this caller; exact. */
                    caller?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Only callers of this kind. */
                    kind?: "pipe" | "token" | "page" | "assistant" | "command" | "program" | "machine";
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Sent, as far as their length was known. */
                                bytes: number;
                                caller: string;
                                count: number;
                                /** @enum {string} */
                                kind: "pipe" | "token" | "page" | "assistant" | "command" | "program" | "machine";
                                /** @description How many of them were turned away. */
                                refused: number;
                                /** @description Such as `GET /frames/:frame_id`. */
                                route: string;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tokens that were given out */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description ISO 8601, UTC. */
                                created_at: string;
                                /** @description ISO 8601, UTC; null: it does not end. */
                                expires_at: string | null;
                                name: string;
                                permissions: {
                                    allow_apps?: string[];
                                    allow_windows?: string[];
                                    content_types?: ("ocr" | "audio" | "ui" | "input")[];
                                    deny_apps?: string[];
                                    deny_windows?: string[];
                                    frames?: boolean;
                                    raw_sql?: boolean;
                                    time_range?: {
                                        from?: string;
                                        last_hours?: number;
                                        to?: string;
                                    };
                                };
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a token that may read a part
         * @description The token is in the answer and nowhere else. It may read, as a pipe with these permissions may, and change nothing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description A time; never, when absent. */
                        expires_at?: string;
                        /** @description For people; each only once. */
                        name: string;
                        permissions?: {
                            allow_apps?: string[];
                            allow_windows?: string[];
                            content_types?: ("ocr" | "audio" | "ui" | "input")[];
                            deny_apps?: string[];
                            deny_windows?: string[];
                            frames?: boolean;
                            raw_sql?: boolean;
                            time_range?: {
                                from?: string;
                                last_hours?: number;
                                to?: string;
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /** @description ISO 8601, UTC; null: it does not end. */
                            expires_at: string | null;
                            name: string;
                            permissions: {
                                allow_apps?: string[];
                                allow_windows?: string[];
                                content_types?: ("ocr" | "audio" | "ui" | "input")[];
                                deny_apps?: string[];
                                deny_windows?: string[];
                                frames?: boolean;
                                raw_sql?: boolean;
                                time_range?: {
                                    from?: string;
                                    last_hours?: number;
                                    to?: string;
                                };
                            };
                            token: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-tokens/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a token at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The name of the token. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: true;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a range of time was spent on
         * @description Minutes are counted between frames of one application that are less than five minutes apart. The 20 applications and sites with the most time; `buckets` have them all.
         */
        get: {
            parameters: {
                query: {
                    /** @description Only this application; its exact name. */
                    app_name?: string;
                    /** @description Tell hours or days one by one as well. */
                    bucket?: "hour" | "day";
                    /** @description What `buckets` are reported by. */
                    by?: "app" | "site";
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time: string;
                    /** @description Where a day begins: a name such as Europe/Lisbon, or `local`. */
                    timezone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            apps: {
                                /** @description ISO 8601, UTC. */
                                first_seen: string;
                                frame_count: number;
                                /** @description ISO 8601, UTC. */
                                last_seen: string;
                                minutes: number;
                                name: string;
                            }[];
                            audio_summary: {
                                segment_count: number;
                                speakers: {
                                    name: string;
                                    segment_count: number;
                                }[];
                            };
                            buckets?: {
                                minutes: number;
                                name: string;
                                /** @description ISO 8601, UTC. */
                                start: string;
                            }[];
                            /** @description The newest ten different texts, shortened. */
                            recent_texts: {
                                app_name: string;
                                text: string;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                            }[];
                            sites: {
                                /** @description ISO 8601, UTC. */
                                first_seen: string;
                                frame_count: number;
                                /** @description ISO 8601, UTC. */
                                last_seen: string;
                                minutes: number;
                                name: string;
                            }[];
                            time_range: {
                                /** @description ISO 8601, UTC. */
                                end: string;
                                /** @description ISO 8601, UTC. */
                                start: string;
                            };
                            total_frames: number;
                            /** @description Between frames of any application; less than the sum of those that took turns. */
                            total_minutes: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add frames, transcriptions, UI texts or input events
         * @description All of it is stored or nothing. `data` may also be a single object, or an object with the list under the name of its content type; keys may be written in camelCase. Images are copied and become JPEG. At most 10,000 items and a million values in a request, and in all of its items at most 50,000 elements, recognised texts, words and tags and 2,000,000 characters of text; more is a 413 with the code BODY_TOO_LARGE. Send more in several requests.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        content: {
                            /** @constant */
                            content_type: "frames";
                            data: {
                                app_name?: string;
                                browser_url?: string;
                                capture_trigger?: string;
                                device_name?: string;
                                elements?: {
                                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                                    bounds?: {
                                        height: number;
                                        left: number;
                                        top: number;
                                        width: number;
                                    };
                                    confidence?: number;
                                    depth?: number;
                                    /** @description Position of the parent in this list. */
                                    parent?: number;
                                    role: string;
                                    /** @enum {string} */
                                    source?: "accessibility" | "ocr";
                                    text?: string;
                                }[];
                                /** @description Absolute path of an image. Without it only the text is stored. */
                                file_path?: string;
                                focused?: boolean;
                                frame_name?: string;
                                ocr_results?: {
                                    focused?: boolean;
                                    ocr_engine?: string;
                                    text: string;
                                    /** @description The words and their places: a list, or JSON text of a list, of objects with text, left, top, width, height (fractions of the image, 0 to 1) and conf. At most 10,000 in a frame. */
                                    text_json?: string | {
                                        [key: string]: unknown;
                                    }[];
                                }[];
                                tags?: string[];
                                text_source?: string;
                                /** @description When it happened; any accepted form of time. Now, when absent. */
                                timestamp?: string | number;
                                window_name?: string;
                            }[];
                        } | {
                            /** @constant */
                            content_type: "transcription";
                            data: {
                                device_name?: string;
                                /** @description Seconds within the file. */
                                end_time?: number;
                                file_path?: string;
                                /** @description A microphone (default) or a speaker. */
                                is_input?: boolean;
                                /** @description Of what was said, such as `de`. */
                                language?: string;
                                speaker_id?: number;
                                /** @description Seconds within the file. */
                                start_time?: number;
                                tags?: string[];
                                /** @description When it happened; any accepted form of time. Now, when absent. */
                                timestamp?: string | number;
                                transcription: string;
                                transcription_engine?: string;
                            }[];
                        } | {
                            /** @constant */
                            content_type: "ui";
                            data: {
                                app_name?: string;
                                browser_url?: string;
                                /** @description When it happened; any accepted form of time. Now, when absent. */
                                initial_traversal_at?: string | number;
                                text: string;
                                /** @description When it happened; any accepted form of time. Now, when absent. */
                                timestamp?: string | number;
                                window_name?: string;
                            }[];
                        } | {
                            /** @constant */
                            content_type: "input";
                            data: {
                                app_name?: string;
                                app_pid?: number;
                                browser_url?: string;
                                button?: number;
                                click_count?: number;
                                delta_x?: number;
                                delta_y?: number;
                                element_automation_id?: string;
                                element_bounds?: string;
                                element_description?: string;
                                element_name?: string;
                                element_role?: string;
                                element_value?: string;
                                /** @enum {string} */
                                event_type: "click" | "move" | "scroll" | "key" | "text" | "app_switch" | "window_focus" | "clipboard";
                                frame_id?: number;
                                key_code?: number;
                                modifiers?: number;
                                relative_ms?: number;
                                session_id?: string;
                                text_content?: string;
                                /** @description When it happened; any accepted form of time. Now, when absent. */
                                timestamp?: string | number;
                                window_title?: string;
                                x?: number;
                                y?: number;
                            }[];
                        };
                        /** @description The monitor or audio device. */
                        device_name?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description In the order of `data`: frame ids, audio chunk ids, ids of UI texts or ids of input events. */
                            ids: number[];
                            message: string;
                            success: boolean;
                            transcription_ids?: number[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the person has agreed to be recorded */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The folder that keeps everything. */
                            data_dir: string;
                            /** @description When the person agreed; null when they have not. */
                            given_at: string | null;
                            /** @description What a person types to start this service. */
                            start_command: string;
                            /** @description Whether the service starts when the person logs in. */
                            starts_at_login: boolean;
                            /**
                             * @description waiting: nothing is recorded until the person has agreed. not_required: a service that was started from source, or the sample day.
                             * @enum {string}
                             */
                            state: "not_required" | "waiting" | "given";
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Agree to be recorded
         * @description Recording starts with the settings of now; answers when it has. Only the page of this service and the command `hindcast accept` on this machine may do it: 403 (AGREEMENT_NOT_LOCAL) for other machines, programs, tokens and pipes. Agreeing twice is no error.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Whether to start when the person logs in; as it is when absent. */
                        start_at_login?: boolean;
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The folder that keeps everything. */
                            data_dir: string;
                            /** @description When the person agreed; null when they have not. */
                            given_at: string | null;
                            /** @description What a person types to start this service. */
                            start_command: string;
                            /** @description Whether the service starts when the person logs in. */
                            starts_at_login: boolean;
                            /**
                             * @description waiting: nothing is recorded until the person has agreed. not_required: a service that was started from source, or the sample day.
                             * @enum {string}
                             */
                            state: "not_required" | "waiting" | "given";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a language model is built in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            available: boolean;
                            status: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a question, get the moments that answer it
         * @description The answer consists of sentences that were captured, or is phrased by the model of assistant.endpoint.url; every sentence names its evidence. See docs/meaning.md.
         */
        get: {
            parameters: {
                query: {
                    /** @description Part of the name of the application. Leaves audio out. Given several times: any of them. */
                    app_name?: string | string[];
                    /** @description Whether the model at assistant.endpoint.url is asked. */
                    assistant?: boolean;
                    /** @description Part of the address in the browser. Given several times: any of them. */
                    browser_url?: string | string[];
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description What not to understand as a filter, separated by commas. Of: time, app, site, person. */
                    ignore?: string;
                    /** @description How many to return. More than 30 is lowered to 30. */
                    limit?: number;
                    /** @description The question, in plain English. */
                    q: string;
                    /** @description Speakers, separated by commas. */
                    speaker_ids?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description For times in the question; `local` unless given. */
                    timezone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            answer: {
                                /** @enum {string} */
                                by: "extract" | "assistant" | "nothing";
                                sentences: {
                                    /**
                                     * @description quoted: captured as it stands. The others are of a phrased answer: cited has proof; uncited names none; wrong_citation names evidence that does not exist; unsupported names evidence that says nothing of the kind.
                                     * @enum {string}
                                     */
                                    check: "quoted" | "cited" | "uncited" | "wrong_citation" | "unsupported";
                                    /** @description Ids of what proves it. */
                                    evidence: string[];
                                    text: string;
                                }[];
                            };
                            assistant: {
                                /** @description Why it did not answer; the answer is then an extract. */
                                error: string | null;
                                /** @description Where the question and the passages were sent. */
                                host: string;
                                model: string;
                            } | null;
                            evidence: {
                                app_name: string | null;
                                browser_url: string | null;
                                /**
                                 * @description What matched.
                                 * @enum {string}
                                 */
                                by: "words" | "meaning" | "both";
                                /** @description e1, e2 … */
                                id: string;
                                item: components["schemas"]["OCRItem"] | components["schemas"]["AudioItem"] | components["schemas"]["UIItem"] | components["schemas"]["InputItem"] | components["schemas"]["MemoryItem"];
                                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                                passage: string | null;
                                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                                place: {
                                    audio_chunk_id?: number;
                                    /** @description On the image, one for each line; may be empty. */
                                    boxes?: {
                                        height: number;
                                        left: number;
                                        top: number;
                                        width: number;
                                    }[];
                                    /** @description Within the recording. */
                                    end_secs?: number | null;
                                    frame_id?: number;
                                    /** @enum {string} */
                                    kind: "screen" | "sound" | "text" | "note";
                                    memory_id?: number;
                                    /** @description Within the recording. */
                                    start_secs?: number | null;
                                };
                                /** @description Of the meaning, at most 1; null when only words matched. */
                                similarity: number | null;
                                speaker: {
                                    id: number;
                                    name: string;
                                } | null;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                                window_name: string | null;
                            }[];
                            /** @description Whether meaning could be searched. */
                            meaning: {
                                /** @description What to do about it. */
                                hint: string | null;
                                /** @enum {string} */
                                state: "ready" | "behind" | "failed" | "no_model" | "off";
                                /** @description Documents whose meaning is not known yet. */
                                waiting: number;
                            };
                            nothing_found: boolean;
                            /** @description The question without what was understood. */
                            query: string;
                            question: string;
                            understood: {
                                app_names?: string[];
                                browser_url?: string;
                                /** @description ISO 8601, UTC. */
                                end_time?: string;
                                /** @enum {string} */
                                kind: "time" | "app" | "site" | "person";
                                /** @description What to show. */
                                label: string;
                                speaker_ids?: number[];
                                /** @description ISO 8601, UTC. */
                                start_time?: string;
                                /** @description The words of the question. */
                                text: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ask/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The parts of the answer of /ask, as they are known */
        get: {
            parameters: {
                query: {
                    /** @description Part of the name of the application. Leaves audio out. Given several times: any of them. */
                    app_name?: string | string[];
                    /** @description Whether the model at assistant.endpoint.url is asked. */
                    assistant?: boolean;
                    /** @description Part of the address in the browser. Given several times: any of them. */
                    browser_url?: string | string[];
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description What not to understand as a filter, separated by commas. Of: time, app, site, person. */
                    ignore?: string;
                    /** @description How many to return. More than 30 is lowered to 30. */
                    limit?: number;
                    /** @description The question, in plain English. */
                    q: string;
                    /** @description Speakers, separated by commas. */
                    speaker_ids?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description For times in the question; `local` unless given. */
                    timezone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Events, one `data:` line of JSON each, until the client goes away. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/{chunk_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sound of an audio chunk
         * @description Opus in Ogg. `Range` requests give a part. 410 when the file of a known chunk is missing.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the audio chunk, as `chunk_id` of search results. */
                    chunk_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The whole file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mp4": string;
                        "audio/mpeg": string;
                        "audio/ogg": string;
                        "audio/wav": string;
                    };
                };
                /** @description The part asked for. */
                206: {
                    headers: {
                        /** @description Such as `bytes 0-99/1234`. */
                        "content-range"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mp4": string;
                        "audio/mpeg": string;
                        "audio/ogg": string;
                        "audio/wav": string;
                    };
                };
                /** @description The file that the caller already has. */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/chunks/{chunk_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sound of an audio chunk
         * @description Opus in Ogg. `Range` requests give a part. 410 when the file of a known chunk is missing.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the audio chunk, as `chunk_id` of search results. */
                    chunk_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The whole file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mp4": string;
                        "audio/mpeg": string;
                        "audio/ogg": string;
                        "audio/wav": string;
                    };
                };
                /** @description The part asked for. */
                206: {
                    headers: {
                        /** @description Such as `bytes 0-99/1234`. */
                        "content-range"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mp4": string;
                        "audio/mpeg": string;
                        "audio/ogg": string;
                        "audio/wav": string;
                    };
                };
                /** @description The file that the caller already has. */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/chunks/{chunk_id}/peaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The outline of an audio chunk, for drawing it
         * @description The loudest moment of each of `n` equal parts, 0 to 1.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many values. */
                    n?: number;
                };
                header?: never;
                path: {
                    /** @description The id of the audio chunk, as `chunk_id` of search results. */
                    chunk_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chunk_id: number;
                            duration_secs: number;
                            peaks: number[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/chunks/{chunk_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is said in a recording, and was before it was read again */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the audio chunk, as `chunk_id` of search results. */
                    chunk_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chunk_id: number;
                            lines: {
                                /** @description Seconds within the file. */
                                end_time: number | null;
                                engine: string;
                                /** @description Such as `de`. Null when it is not known. */
                                language: string | null;
                                /** @description Seconds within the file. */
                                start_time: number | null;
                                text: string;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                                transcription_id: number;
                            }[];
                            older: {
                                lines: {
                                    /** @description Seconds within the file. */
                                    end_time: number | null;
                                    engine: string;
                                    /** @description Such as `de`. Null when it is not known. */
                                    language: string | null;
                                    /** @description Seconds within the file. */
                                    start_time: number | null;
                                    text: string;
                                    /** @description ISO 8601, UTC. */
                                    timestamp: string;
                                    transcription_id: number;
                                }[];
                                /**
                                 * @description Why it was replaced: its language was corrected, a larger model read it in a pause, or a program asked for it.
                                 * @enum {string}
                                 */
                                reason: "language" | "model" | "request";
                                /** @description ISO 8601, UTC. */
                                replaced_at: string;
                            } | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/device/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record this device */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description As in `/audio/list`; the ending may be left out with `device_type`, or when only one device has the name. */
                        device_name: string;
                        /** @description Input or Output. It decides between devices of one name. */
                        device_type?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/device/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop recording this device */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description As in `/audio/list`; the ending may be left out with `device_type`, or when only one device has the name. */
                        device_name: string;
                        /** @description Input or Output. It decides between devices of one name. */
                        device_type?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/language": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the language of recordings
         * @description Names the language that is spoken in the recordings of `audio_chunk_ids`, in all that a speaker said, or in everything; exactly one of the three. Their text is made again from the sound by a model for that language, and the older text is kept: `/audio/restore-text` takes it back. Recordings that are named are read at once. Those of a speaker, or everything, are read one after the other in the background (`second_readings` of `/audio/metrics`); `everything` also adds it to `audio.languages`. 409 `LANGUAGE_MODEL_MISSING` when no installed model reads the language, 410 `AUDIO_GONE` when the sound is not there any more.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        audio_chunk_ids?: number[];
                        /** @description All recordings. */
                        everything?: boolean;
                        /** @description Such as `de`. */
                        language: string;
                        speaker_id?: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description ISO 8601, UTC. */
                            asked_at: string;
                            chunks_processed: number;
                            /** @description Recordings that are read in the background. */
                            chunks_waiting: number;
                            failed: {
                                audio_chunk_id: number;
                                /** @description Why, such as `AUDIO_GONE`. */
                                code: string;
                            }[];
                            transcriptions: {
                                audio_chunk_id: number;
                                new_lines: {
                                    text: string;
                                    transcription_id: number;
                                }[];
                                new_text: string;
                                old_lines: {
                                    /** @description Seconds into the recording. */
                                    end_time: number | null;
                                    engine: string;
                                    /** @description Such as `de`. Without it the language stays. */
                                    language?: string | null;
                                    speaker_id: number | null;
                                    /** @description Seconds into the recording. */
                                    start_time: number | null;
                                    text: string;
                                    /** @description ISO 8601, UTC. */
                                    timestamp: string;
                                    transcription_id: number;
                                    /** @description The new text has no row for it. */
                                    was_removed: boolean;
                                }[];
                                old_text: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The languages that speech can be read in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Such as `de`. */
                                code: string;
                                /** @description In English. */
                                name: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Microphones and loudspeakers that can be recorded */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Why it waits, or that capture is paused; else null. */
                            detail: string | null;
                            /** @enum {string} */
                            device_type: "Input" | "Output";
                            is_default: boolean;
                            /** @description Ends in ` (input)` or ` (output)`. */
                            name: string;
                            /**
                             * @description waiting: it should record and cannot now; it is tried again by itself.
                             * @enum {string}
                             */
                            state: "recording" | "waiting" | "stopped";
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of the audio side since it started */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description 0..1, the loudest device. */
                            audio_level_rms: number;
                            avg_speech_ratio: number;
                            batch_pause_events: number;
                            /** @description Null when nothing is put off. */
                            batch_paused_reason: string | null;
                            batch_resume_events: number;
                            /** @description Seconds refused because the rest lagged. */
                            chunks_channel_full: number;
                            /** @description Seconds of sound that were looked at. */
                            chunks_received: number;
                            /** @description Seconds of sound that were handed on. */
                            chunks_sent: number;
                            /** @description Heard twice, stored once. */
                            db_duplicates_blocked: number;
                            db_inserted: number;
                            /** @description Stored without the part that was an echo. */
                            db_overlaps_trimmed: number;
                            device_levels: {
                                [key: string]: number;
                            };
                            /** @description Unix seconds; 0 for never. */
                            last_db_write_ts: number;
                            process_errors: number;
                            /** @description Recordings that are read again. */
                            second_readings?: {
                                /** @description Read by it since the start. */
                                improved: number;
                                /** @description Recordings that wait for their text in the language that a person named. */
                                to_correct: number;
                                /** @description Recordings that the largest installed model has not read yet. */
                                to_improve: number;
                                /** @description Why it does not read now; null when it does, or has read all. */
                                waits_because: string | null;
                            };
                            segments_batch_processed: number;
                            /** @description Recorded and not transcribed yet. */
                            segments_deferred: number;
                            /** @description Recordings since the start whose language is not understood; `/audio/unread` lists all of them. */
                            segments_not_understood: number;
                            /** @description Streams that fell silent and were reopened. */
                            stream_timeouts: number;
                            total_words: number;
                            transcription_errors: number;
                            /** @enum {string} */
                            transcription_mode: "realtime" | "batch" | "disabled";
                            transcription_paused: boolean;
                            transcriptions_completed: number;
                            transcriptions_empty: number;
                            uptime_secs: number;
                            /** @description Seconds with speech. */
                            vad_passed: number;
                            vad_passthrough_rate: number;
                            /** @description Seconds without speech. */
                            vad_rejected: number;
                            /** @description 0 in the first minute. */
                            words_per_minute: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/restore-text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give recordings the text they had before they were read again
         * @description Of the recordings of `audio_chunk_ids`, whoever had them read; of a speaker or of everything, those whose language was corrected, and what still waits for that does not any more. Exactly one of the three. A recording that was changed since stays as it is. 404 `OLDER_TEXT_MISSING` when a named recording has no older text.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        audio_chunk_ids?: number[];
                        /** @description All recordings. */
                        everything?: boolean;
                        /** @description Of a speaker or everything: only what was read again since; `asked_at` of the correction. Corrections from before stay. */
                        since?: string;
                        speaker_id?: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chunks_restored: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/retranscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe recordings again
         * @description Those of `audio_chunk_ids`, or all from `start` to `end`. Those that `failed` say what they said; when all have, the answer is the first error. Send `transcriptions`, or some of them, to `/audio/undo-retranscribe` to take it back.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        audio_chunk_ids?: number[];
                        /** @description Any accepted form of time. */
                        end?: string | number;
                        engine?: string;
                        /** @description What was said around it, or words to expect. Heeded by the engine openai-compatible; the Moonshine networks take no prompt, and it is left out. */
                        prompt?: string;
                        /** @description Any accepted form of time. */
                        start?: string | number;
                        vocabulary?: {
                            replacement?: string;
                            word: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chunks_processed: number;
                            failed: {
                                audio_chunk_id: number;
                                /** @description Why, such as `AUDIO_GONE`. */
                                code: string;
                            }[];
                            transcriptions: {
                                audio_chunk_id: number;
                                new_lines: {
                                    text: string;
                                    transcription_id: number;
                                }[];
                                new_text: string;
                                old_lines: {
                                    /** @description Seconds into the recording. */
                                    end_time: number | null;
                                    engine: string;
                                    /** @description Such as `de`. Without it the language stays. */
                                    language?: string | null;
                                    speaker_id: number | null;
                                    /** @description Seconds into the recording. */
                                    start_time: number | null;
                                    text: string;
                                    /** @description ISO 8601, UTC. */
                                    timestamp: string;
                                    transcription_id: number;
                                    /** @description The new text has no row for it. */
                                    was_removed: boolean;
                                }[];
                                old_text: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start recording sound */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        device_name?: string;
                        /** @description Input or Output. It decides between devices of one name. */
                        device_type?: string;
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop recording sound until it is started again */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        device_name?: string;
                        /** @description Input or Output. It decides between devices of one name. */
                        device_type?: string;
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/undo-retranscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a transcription made again
         * @description The lines of these recordings have the text and the times they had before. A recording of which something was deleted or changed since stays as it is.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        transcriptions: {
                            audio_chunk_id: number;
                            new_lines: {
                                text: string;
                                transcription_id: number;
                            }[];
                            old_lines: {
                                /** @description Seconds into the recording. */
                                end_time: number | null;
                                engine: string;
                                /** @description Such as `de`. Without it the language stays. */
                                language?: string | null;
                                speaker_id: number | null;
                                /** @description Seconds into the recording. */
                                start_time: number | null;
                                text: string;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                                transcription_id: number;
                                /** @description The new text has no row for it. */
                                was_removed: boolean;
                            }[];
                        }[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Those that said what the new transcription made of them. */
                            chunks_restored: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recordings that have no text
         * @description The newest first. `language_not_understood`: somebody speaks a language that the recogniser does not know; nothing is invented, the recording is kept, and `POST /audio/retranscribe` reads it with another model.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Play it with `GET /audio/chunks/{chunk_id}`. */
                                chunk_id: number;
                                device_name: string;
                                duration_secs: number;
                                /** @description Why it failed last. */
                                error_code: string | null;
                                /** @enum {string} */
                                state: "pending" | "deferred" | "failed" | "language_not_understood";
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a backup is, and how the last one ended */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Files of this step that are done. */
                            done?: number;
                            /** @description Why the last one failed. */
                            error?: string;
                            error_code?: string;
                            last?: {
                                bytes: number;
                                files: number;
                                frames: number | null;
                                /** @description Files that an earlier backup in that folder had already. */
                                kept: number;
                                /** @description ISO 8601, UTC. */
                                made_at: string;
                                /** @description Media that rows name and that the store has lost. */
                                missing: number;
                                /** @description The folder of the backup. */
                                path: string;
                                recordings: number | null;
                            };
                            /** @description Of the backup that is being made. */
                            path?: string;
                            state: "running" | "idle";
                            /** @description `media` or `database`. */
                            step?: string;
                            total?: number;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a backup into a folder of this machine
         * @description The database as it is at one instant and the media its rows name, while capture goes on. In a folder with an earlier backup only what is new is copied. The answer comes at once; `GET /backup` reports how it goes. An encrypted store stays encrypted.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The absolute path of a new folder, or of one with an earlier backup. */
                        path: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Files of this step that are done. */
                            done?: number;
                            /** @description Why the last one failed. */
                            error?: string;
                            error_code?: string;
                            last?: {
                                bytes: number;
                                files: number;
                                frames: number | null;
                                /** @description Files that an earlier backup in that folder had already. */
                                kept: number;
                                /** @description ISO 8601, UTC. */
                                made_at: string;
                                /** @description Media that rows name and that the store has lost. */
                                missing: number;
                                /** @description The folder of the backup. */
                                path: string;
                                recordings: number | null;
                            };
                            /** @description Of the backup that is being made. */
                            path?: string;
                            state: "running" | "idle";
                            /** @description `media` or `database`. */
                            step?: string;
                            total?: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remember nothing for a while
         * @description For `minutes`, `until` a time, or until it is resumed when neither is given. Answers when nothing is captured any more. A restart does not end a pause. What was recorded before stays, and sound that waits for its text still gets it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        minutes?: number;
                        /** @description Both when absent. */
                        streams?: ("screen" | "sound")[];
                        /** @description Any accepted form of time that is to come, or `tomorrow` (midnight here). */
                        until?: string | number;
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description Whether anything is paused. */
                            paused: boolean;
                            /** @description When everything goes on by itself; null when it does not. */
                            paused_until: string | null;
                            /** @description Those that are paused. */
                            streams: {
                                /** @description ISO 8601, UTC. */
                                since: string;
                                /** @enum {string} */
                                stream: "screen" | "sound";
                                /** @description Null: until it is resumed. */
                                until: string | null;
                            }[];
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a pause
         * @description Everything is captured again as it was wished before. No pause is no error.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Both when absent. */
                        streams?: ("screen" | "sound")[];
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description Whether anything is paused. */
                            paused: boolean;
                            /** @description When everything goes on by itself; null when it does not. */
                            paused_until: string | null;
                            /** @description Those that are paused. */
                            streams: {
                                /** @description ISO 8601, UTC. */
                                since: string;
                                /** @enum {string} */
                                stream: "screen" | "sound";
                                /** @description Null: until it is resumed. */
                                until: string | null;
                            }[];
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is paused, and until when */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether anything is paused. */
                            paused: boolean;
                            /** @description When everything goes on by itself; null when it does not. */
                            paused_until: string | null;
                            /** @description Those that are paused. */
                            streams: {
                                /** @description ISO 8601, UTC. */
                                since: string;
                                /** @enum {string} */
                                stream: "screen" | "sound";
                                /** @description Null: until it is resumed. */
                                until: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every setting: value, origin, meaning and what it may be */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                choices?: string[];
                                default: string | number | boolean | string[];
                                description: string;
                                /** @description The variable that sets it. */
                                environment: string;
                                /** @description Completes the sentence "it must be …". */
                                expects: string;
                                /** @description Such as `vision.ignoredApps`. */
                                key: string;
                                max?: number;
                                min?: number;
                                /** @description False: a change takes effect at once. */
                                needs_restart: boolean;
                                /** @enum {string} */
                                origin: "default" | "file" | "environment" | "argument";
                                /** @description Such as `environment HINDCAST_PORT`. */
                                origin_detail: string;
                                /** @description Set by the environment or an argument. */
                                read_only: boolean;
                                /** @description The service still runs with another value. */
                                restart_pending: boolean;
                                /** @description Its value is masked. */
                                secret: boolean;
                                /** @enum {string} */
                                type: "integer" | "boolean" | "choice" | "text" | "list";
                                value: string | number | boolean | string[];
                            }[];
                            /** @description Where changes are written. */
                            file: string;
                            /** @description Whether any change waits for a restart. */
                            restart_pending: boolean;
                        };
                    };
                };
            };
        };
        /**
         * Change settings
         * @description Keys and their new values; `null` takes a setting back to its default. They are checked, then written into the file all at once; when one cannot be used, none is changed. 409 for a setting that the environment or an argument decides.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        [key: string]: (string | number | boolean | string[]) | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                choices?: string[];
                                default: string | number | boolean | string[];
                                description: string;
                                /** @description The variable that sets it. */
                                environment: string;
                                /** @description Completes the sentence "it must be …". */
                                expects: string;
                                /** @description Such as `vision.ignoredApps`. */
                                key: string;
                                max?: number;
                                min?: number;
                                /** @description False: a change takes effect at once. */
                                needs_restart: boolean;
                                /** @enum {string} */
                                origin: "default" | "file" | "environment" | "argument";
                                /** @description Such as `environment HINDCAST_PORT`. */
                                origin_detail: string;
                                /** @description Set by the environment or an argument. */
                                read_only: boolean;
                                /** @description The service still runs with another value. */
                                restart_pending: boolean;
                                /** @description Its value is masked. */
                                secret: boolean;
                                /** @enum {string} */
                                type: "integer" | "boolean" | "choice" | "text" | "list";
                                value: string | number | boolean | string[];
                            }[];
                            /** @description Where changes are written. */
                            file: string;
                            /** @description Whether any change waits for a restart. */
                            restart_pending: boolean;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Keys and their new values; `null` takes a setting back to its default. They are checked, then written into the file all at once; when one cannot be used, none is changed. 409 for a setting that the environment or an argument decides.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        [key: string]: (string | number | boolean | string[]) | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                choices?: string[];
                                default: string | number | boolean | string[];
                                description: string;
                                /** @description The variable that sets it. */
                                environment: string;
                                /** @description Completes the sentence "it must be …". */
                                expects: string;
                                /** @description Such as `vision.ignoredApps`. */
                                key: string;
                                max?: number;
                                min?: number;
                                /** @description False: a change takes effect at once. */
                                needs_restart: boolean;
                                /** @enum {string} */
                                origin: "default" | "file" | "environment" | "argument";
                                /** @description Such as `environment HINDCAST_PORT`. */
                                origin_detail: string;
                                /** @description Set by the environment or an argument. */
                                read_only: boolean;
                                /** @description The service still runs with another value. */
                                restart_pending: boolean;
                                /** @description Its value is masked. */
                                secret: boolean;
                                /** @enum {string} */
                                type: "integer" | "boolean" | "choice" | "text" | "list";
                                value: string | number | boolean | string[];
                            }[];
                            /** @description Where changes are written. */
                            file: string;
                            /** @description Whether any change waits for a restart. */
                            restart_pending: boolean;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Connections to other programs
         * @description There are none: pipes do that work.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: unknown[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was recorded when, and where the gaps are
         * @description The last 24 hours unless a range is given. Nothing is known from before `since`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description ISO 8601, UTC. */
                            end_time: string;
                            /** @description The first moment that is accounted for; null when there is none yet. */
                            since: string | null;
                            /** @description ISO 8601, UTC. */
                            start_time: string;
                            streams: {
                                audio: {
                                    /** @description The spans that failed or were off. */
                                    gaps: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                    /** @description How long each state lasted, in minutes. */
                                    minutes: {
                                        [key: string]: number;
                                    };
                                    /** @description Everything, in order and without holes. */
                                    spans: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                };
                                input: {
                                    /** @description The spans that failed or were off. */
                                    gaps: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                    /** @description How long each state lasted, in minutes. */
                                    minutes: {
                                        [key: string]: number;
                                    };
                                    /** @description Everything, in order and without holes. */
                                    spans: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                };
                                screen: {
                                    /** @description The spans that failed or were off. */
                                    gaps: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                    /** @description How long each state lasted, in minutes. */
                                    minutes: {
                                        [key: string]: number;
                                    };
                                    /** @description Everything, in order and without holes. */
                                    spans: {
                                        /** @description Why it failed or was off. */
                                        cause: string | null;
                                        /** @description ISO 8601, UTC. */
                                        end_time: string;
                                        /** @description ISO 8601, UTC. */
                                        start_time: string;
                                        /**
                                         * @description captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.
                                         * @enum {string}
                                         */
                                        state: "captured" | "idle" | "paused" | "excluded" | "locked" | "off" | "failed";
                                    }[];
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a range of time, an application, a site, a speaker, a device
         * @description All that is given must hold; `start` and `end`, both inclusive, may be left out when something else is given. Cannot be undone: ask with `dry_run` first. Rows, index entries, voices, pictures, recordings and what refers to them go; videos that other frames share are rewritten; other devices are notified. A recording that only reaches into the range loses its sound. The job goes on after a restart. The daily copies of the database go too, and so does what pipes printed, kept as state and wrote into their output folders since `start` (without a start: all of it), unless nothing matched; runs of pipes in progress are stopped; backups that somebody made and exported videos stay and are theirs to delete.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Only this application; its exact name. */
                        app_name?: string;
                        /** @description Only count: nothing is deleted, and three frames are shown. */
                        dry_run?: boolean;
                        /** @description Any accepted form of time. */
                        end?: string | number;
                        /** @description These frames and nothing else. */
                        frame_ids?: number[];
                        /** @description Only what came from this other machine. */
                        machine_id?: string;
                        /** @description Only this site with its subdomains, such as `bank.example`. */
                        site?: string;
                        /** @description Only what this speaker said. Without a time also the speaker: name, voice, everything. */
                        speaker_id?: number;
                        /** @description Any accepted form of time. */
                        start?: string | number;
                        /** @description Answer when the job is done, with its receipt. */
                        wait?: boolean;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description With `dry_run`, or with `wait`. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accessibility: number;
                            /** @description On the disk, about. */
                            bytes: number;
                            /** @constant */
                            dry_run: true;
                            frames: number;
                            meetings: number;
                            memories: number;
                            /** @description Frames that lose their pictures and stay. */
                            pictures: number;
                            /** @description Printed outputs, kept values and files of pipes, which may quote it: those since `start`; without a start, all. */
                            pipe_outputs: number;
                            /** @description With all that was said in them. */
                            recordings: number;
                            /** @description Recordings that lose their sound, while other words of them stay. */
                            recordings_cut: number;
                            /** @description Up to three of the frames. */
                            sample_frame_ids: number[];
                            speakers: number;
                            /** @description Frames with text. */
                            texts: number;
                            transcriptions: number;
                            ui_events: number;
                            /** @description Videos that other frames share. */
                            videos_rewritten: number;
                        } | {
                            counts: {
                                accessibility: number;
                                audio_files: number;
                                /** @description Of files; the database gives its space back later. */
                                bytes_freed: number;
                                /** @description Deletions that other devices are notified of. */
                                devices_told: number;
                                /** @description Voices. */
                                embeddings: number;
                                frames: number;
                                image_files: number;
                                index_entries: number;
                                meetings: number;
                                memories: number;
                                /** @description Names of applications, windows and pages that nothing has any more. */
                                names: number;
                                /** @description Files that had been moved to the place of retention.offload. */
                                offloaded_files: number;
                                pictures: number;
                                /** @description Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all. */
                                pipe_outputs: number;
                                recordings: number;
                                recordings_cut: number;
                                redacted_texts: number;
                                redactions: number;
                                speakers: number;
                                texts: number;
                                transcriptions: number;
                                ui_events: number;
                                video_files: number;
                                videos_rewritten: number;
                            };
                            created_at: string;
                            /** @description By what, without the values. */
                            criteria: string[];
                            end: string | null;
                            error_code: string | null;
                            finished_at: string | null;
                            id: number;
                            /** @description `tidy`: what a deletion on another device left here. */
                            kind: "delete" | "retention" | "rule" | "tidy";
                            /** @description Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then. */
                            offloaded_files_left: number;
                            /** @description From 0 to 1. */
                            progress: number;
                            start: string | null;
                            state: "running" | "done";
                            step: "rows" | "files" | "videos" | "index" | "done";
                            /** @description Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty. */
                            verified: boolean;
                        };
                    };
                };
                /** @description A deletion; when it is done, its receipt. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            counts: {
                                accessibility: number;
                                audio_files: number;
                                /** @description Of files; the database gives its space back later. */
                                bytes_freed: number;
                                /** @description Deletions that other devices are notified of. */
                                devices_told: number;
                                /** @description Voices. */
                                embeddings: number;
                                frames: number;
                                image_files: number;
                                index_entries: number;
                                meetings: number;
                                memories: number;
                                /** @description Names of applications, windows and pages that nothing has any more. */
                                names: number;
                                /** @description Files that had been moved to the place of retention.offload. */
                                offloaded_files: number;
                                pictures: number;
                                /** @description Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all. */
                                pipe_outputs: number;
                                recordings: number;
                                recordings_cut: number;
                                redacted_texts: number;
                                redactions: number;
                                speakers: number;
                                texts: number;
                                transcriptions: number;
                                ui_events: number;
                                video_files: number;
                                videos_rewritten: number;
                            };
                            created_at: string;
                            /** @description By what, without the values. */
                            criteria: string[];
                            end: string | null;
                            error_code: string | null;
                            finished_at: string | null;
                            id: number;
                            /** @description `tidy`: what a deletion on another device left here. */
                            kind: "delete" | "retention" | "rule" | "tidy";
                            /** @description Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then. */
                            offloaded_files_left: number;
                            /** @description From 0 to 1. */
                            progress: number;
                            start: string | null;
                            state: "running" | "done";
                            step: "rows" | "files" | "videos" | "index" | "done";
                            /** @description Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty. */
                            verified: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/delete-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget everything that came from another machine
         * @description Also where devices meet: a machine that syncs takes back itself what it has sent; of one that has not been there for a week, and of a former name of this one (GET /sync/status), all that it has sent is removed with the next round.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Only count: nothing is deleted, and three frames are shown. */
                        dry_run?: boolean;
                        machine_id: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accessibility_deleted: number;
                            audio_chunks_deleted: number;
                            audio_files_deleted: number;
                            audio_transcriptions_deleted: number;
                            /** @description True: this is what would be deleted. */
                            dry_run: boolean;
                            frames_deleted: number;
                            /** @description Whether what it has sent is to be removed where devices meet, with the next round, unless that finds it alive. False: it is alive and takes it back itself, or has nothing there, or with `dry_run`. */
                            log_removal_noted: boolean;
                            ocr_deleted: number;
                            /** @description Printed outputs, kept values and files of pipes, which may quote what was deleted. */
                            pipe_outputs_deleted: number;
                            /** @description With `dry_run`: up to three of the frames. */
                            sample_frame_ids?: number[];
                            ui_events_deleted: number;
                            video_chunks_deleted: number;
                            video_files_deleted: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/delete-range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a range of time, an application, a site or single frames
         * @description All that is given must hold; `start` and `end`, both inclusive, may be left out when something else is given. Cannot be undone: ask with `dry_run` first. Sound has neither application nor site, so these leave it alone. Answers when nothing of it can be found or read any more; videos that hold pixels of it are then rewritten, see `GET /data/deletions`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Only this application; its exact name. */
                        app_name?: string;
                        /** @description Only count: nothing is deleted, and three frames are shown. */
                        dry_run?: boolean;
                        /** @description Any accepted form of time. */
                        end?: string | number;
                        /** @description These frames and nothing else. */
                        frame_ids?: number[];
                        /** @description Only this site with its subdomains, such as `bank.example`. */
                        site?: string;
                        /** @description Any accepted form of time. */
                        start?: string | number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accessibility_deleted: number;
                            audio_chunks_deleted: number;
                            audio_files_deleted: number;
                            audio_transcriptions_deleted: number;
                            /** @description True: this is what would be deleted. */
                            dry_run: boolean;
                            frames_deleted: number;
                            ocr_deleted: number;
                            /** @description Printed outputs, kept values and files of pipes, which may quote what was deleted. */
                            pipe_outputs_deleted: number;
                            /** @description With `dry_run`: up to three of the frames. */
                            sample_frame_ids?: number[];
                            ui_events_deleted: number;
                            video_chunks_deleted: number;
                            video_files_deleted: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deletions and their receipts, the newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                counts: {
                                    accessibility: number;
                                    audio_files: number;
                                    /** @description Of files; the database gives its space back later. */
                                    bytes_freed: number;
                                    /** @description Deletions that other devices are notified of. */
                                    devices_told: number;
                                    /** @description Voices. */
                                    embeddings: number;
                                    frames: number;
                                    image_files: number;
                                    index_entries: number;
                                    meetings: number;
                                    memories: number;
                                    /** @description Names of applications, windows and pages that nothing has any more. */
                                    names: number;
                                    /** @description Files that had been moved to the place of retention.offload. */
                                    offloaded_files: number;
                                    pictures: number;
                                    /** @description Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all. */
                                    pipe_outputs: number;
                                    recordings: number;
                                    recordings_cut: number;
                                    redacted_texts: number;
                                    redactions: number;
                                    speakers: number;
                                    texts: number;
                                    transcriptions: number;
                                    ui_events: number;
                                    video_files: number;
                                    videos_rewritten: number;
                                };
                                created_at: string;
                                /** @description By what, without the values. */
                                criteria: string[];
                                end: string | null;
                                error_code: string | null;
                                finished_at: string | null;
                                id: number;
                                /** @description `tidy`: what a deletion on another device left here. */
                                kind: "delete" | "retention" | "rule" | "tidy";
                                /** @description Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then. */
                                offloaded_files_left: number;
                                /** @description From 0 to 1. */
                                progress: number;
                                start: string | null;
                                state: "running" | "done";
                                step: "rows" | "files" | "videos" | "index" | "done";
                                /** @description Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty. */
                                verified: boolean;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/deletions/{deletion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A deletion: how far it is, or its receipt */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The number of the deletion. */
                    deletion_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description A deletion; when it is done, its receipt. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            counts: {
                                accessibility: number;
                                audio_files: number;
                                /** @description Of files; the database gives its space back later. */
                                bytes_freed: number;
                                /** @description Deletions that other devices are notified of. */
                                devices_told: number;
                                /** @description Voices. */
                                embeddings: number;
                                frames: number;
                                image_files: number;
                                index_entries: number;
                                meetings: number;
                                memories: number;
                                /** @description Names of applications, windows and pages that nothing has any more. */
                                names: number;
                                /** @description Files that had been moved to the place of retention.offload. */
                                offloaded_files: number;
                                pictures: number;
                                /** @description Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all. */
                                pipe_outputs: number;
                                recordings: number;
                                recordings_cut: number;
                                redacted_texts: number;
                                redactions: number;
                                speakers: number;
                                texts: number;
                                transcriptions: number;
                                ui_events: number;
                                video_files: number;
                                videos_rewritten: number;
                            };
                            created_at: string;
                            /** @description By what, without the values. */
                            criteria: string[];
                            end: string | null;
                            error_code: string | null;
                            finished_at: string | null;
                            id: number;
                            /** @description `tidy`: what a deletion on another device left here. */
                            kind: "delete" | "retention" | "rule" | "tidy";
                            /** @description Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then. */
                            offloaded_files_left: number;
                            /** @description From 0 to 1. */
                            progress: number;
                            start: string | null;
                            state: "running" | "done";
                            step: "rows" | "files" | "videos" | "index" | "done";
                            /** @description Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty. */
                            verified: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/device-storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is kept of each machine
         * @description This machine first; its id is null.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            audio_chunks: number;
                            frames: number;
                            machine_id: string | null;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/leftovers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is left of deleted things
         * @description Counts over the whole store; all are 0 when nothing is left. Right after new content was stored some are above 0 for a moment: texts that were read better are marked as deleted until the next merge.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            broken_packs: number;
                            discarded_files: number;
                            marked_index_pages: number;
                            /** @description Deleted files that are still at the place of retention.offload. */
                            offloaded_files: number;
                            /** @description Files and folders of pipes that a deletion had to remove. */
                            pipe_files: number;
                            stale_videos: number;
                            /** @description Older texts of recordings with words of a deleted speaker. */
                            stray_older_texts: number;
                            stray_passages: number;
                            stray_texts: number;
                            unshown_meetings: number;
                            unused_names: number;
                            unused_tags: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find parts of user interfaces that were on screen
         * @description Newest frame first, in the order of the tree within a frame. The total is exact. A frame_id costs one read; q reads the frames that show the words; times, app_name and source add up stored numbers; role reads every frame that the other parameters leave, so give it a frame, words or a time range too.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. */
                    app_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Only elements of this frame. */
                    frame_id?: number;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Words in the text of the element. Lines of recognised text are found where the text of the frame has the words. */
                    q?: string;
                    /** @description The role of the element, such as AXButton. Recognised text has the roles line and word; words are listed only when asked for by this role. */
                    role?: string;
                    /** @description Where the elements came from: nodes of the accessibility tree, or lines of recognised text. */
                    source?: "accessibility" | "ocr";
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                } | null;
                                confidence: number | null;
                                depth: number;
                                frame_id: number;
                                /** @description frame_id * 1048576 + sort_order. Stays the same as long as the content of the frame does. */
                                id: number;
                                parent_id: number | null;
                                role: string;
                                sort_order: number;
                                /** @description accessibility or ocr. */
                                source: string;
                                text: string | null;
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experimental/frames/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Videos joined into one
         * @description One MP4 file in `exports/` with the frames of all, in the given order, at the rate of the first; those of other sizes are letterboxed. 410 when one of the videos is missing or broken. Paths are absolute or relative to the data folder, and lead into `data/` or `exports/` there; others are refused (400).
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        video_paths: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            duration_secs: number;
                            file_size_bytes: number;
                            frame_count: number;
                            video_path: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experimental/validate/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a media file is whole
         * @description Decodes all of a picture, video or recording. 417 with the reason in `status` when it is missing or damaged; a 400 for another path has it too. Paths are absolute or relative to the data folder, and lead into `data/` or `exports/` there; others are refused (400).
         */
        get: {
            parameters: {
                query: {
                    /** @description The path of the media file. */
                    file_path: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                            valid: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Whether a media file is whole
         * @description Decodes all of a picture, video or recording. 417 with the reason in `status` when it is missing or damaged; a 400 for another path has it too. Paths are absolute or relative to the data folder, and lead into `data/` or `exports/` there; others are refused (400).
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        file_path: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                            valid: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a frame
         * @description A JPEG. 410 when the file of a known frame is missing or broken: ask `/frames/next-valid` then. With `redact_pii`, 409 with the code `REDACTION_IMPOSSIBLE` when nothing was read on the frame, when its text has no positions, or when personal data in its text has none.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Cover card numbers, social security numbers, e-mail addresses, phone numbers, bank accounts, API keys and private keys with solid boxes. 409 when it is not known what to cover: never the clear image instead. */
                    redact_pii?: boolean;
                    /** @description At most this many pixels wide, for lists and scrubbing; a picture is never enlarged. Without it the picture as stored. */
                    width?: number;
                };
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The image. */
                200: {
                    headers: {
                        /** @description With `redact_pii` only: whether something was found and covered. */
                        "x-pii-redacted"?: "true" | "false";
                        /** @description With `redact_pii` only: the number of covered regions. */
                        "x-pii-regions-count"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": string;
                    };
                };
                /** @description The image that the caller already has. */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text, elements and links of a frame in one answer */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            nodes: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds?: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                depth: number;
                                role: string;
                                text: string;
                            }[];
                            text: string | null;
                            /** @description accessibility or ocr. */
                            text_source: string;
                            urls: string[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}/elements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All elements of a frame */
        get: {
            parameters: {
                query?: {
                    /** @description Where the elements came from. */
                    source?: "accessibility" | "ocr";
                };
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                } | null;
                                confidence: number | null;
                                depth: number;
                                frame_id: number;
                                /** @description frame_id * 1048576 + sort_order. Stays the same as long as the content of the frame does. */
                                id: number;
                                parent_id: number | null;
                                role: string;
                                sort_order: number;
                                /** @description accessibility or ocr. */
                                source: string;
                                text: string | null;
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When and where a frame was captured */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            app_name: string;
                            browser_url: string | null;
                            capture_trigger: string | null;
                            device_name: string;
                            /** @description Empty when only text was stored. */
                            file_path: string;
                            focused: boolean | null;
                            frame_id: number;
                            frame_name: string | null;
                            height: number | null;
                            /** @description The machine that recorded it; null until sync is set up. */
                            machine_id: string | null;
                            offset_index: number;
                            /** @description Why there is no picture: `off`, `retention` or `rule`. */
                            picture_gone?: string;
                            text_source: string | null;
                            /** @description ISO 8601, UTC. */
                            timestamp: string;
                            width: number | null;
                            window_name: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}/ocr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The words of a frame and where they are */
        get: {
            parameters: {
                query?: {
                    /** @description Only positions whose text contains this. */
                    query?: string;
                };
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            text_positions: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                confidence: number;
                                height: number;
                                text: string;
                                width: number;
                                x: number;
                                y: number;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Read the text of a frame again and keep it
         * @description Text from the accessibility tree stays; its words get their places from the picture.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            text_positions: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                confidence: number;
                                height: number;
                                text: string;
                                width: number;
                                x: number;
                                y: number;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/{frame_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The words of a frame and where they are */
        get: {
            parameters: {
                query?: {
                    /** @description Only positions whose text contains this. */
                    query?: string;
                };
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            text_positions: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                confidence: number;
                                height: number;
                                text: string;
                                width: number;
                                x: number;
                                y: number;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Read the text of a frame again and keep it
         * @description Text from the accessibility tree stays; its words get their places from the picture.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the frame. */
                    frame_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            text_positions: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                confidence: number;
                                height: number;
                                text: string;
                                width: number;
                                x: number;
                                y: number;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a picture of every monitor now
         * @description The frames have the trigger `manual`. Excluded windows stay out of them as always.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_ids: number[];
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Frames as one video
         * @description An MP4 file in `exports/` of the data folder, with the frames of `frame_ids` in that order, or with all from `start_time` to `end_time`. Frames of other sizes are letterboxed to that of the largest. Frames whose picture is missing are skipped and counted. 400 without frames, with more than 10000, or when none has a picture. As a WebSocket the same path sends `{status, progress, video_data, error}` while it works; `video_data` of the last message is the video as a list of bytes, and no file stays. Its first message may hold this body; with `keep_file: true` in it the file stays, of any size, and the last message has the fields of this answer in place of the bytes.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description RFC 3339, a date alone, Unix seconds or milliseconds, or relative as `2h ago`. */
                        end_time?: string | number | null;
                        /** @description Frames per second, from 0.05 to 60; 1 when absent. */
                        fps?: number | null;
                        /** @description The frames in the order in which they are to be seen, at most 10000. */
                        frame_ids?: number[] | null;
                        /** @description RFC 3339, a date alone, Unix seconds or milliseconds, or relative as `2h ago`. */
                        start_time?: string | number | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            duration_secs: number;
                            file_path: string;
                            file_size_bytes: number;
                            /** @description Frames in the video. */
                            frame_count: number;
                            /** @description Frames without a picture that can be read. */
                            skipped_count: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/frames/next-valid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The nearest frame whose file is there
         * @description 404 when none of the next `limit` frames has a file.
         */
        get: {
            parameters: {
                query: {
                    /** @description `forward` or `backward` in time; anything but `backward` is forward. */
                    direction?: string;
                    /** @description The frame that could not be loaded. */
                    frame_id: number;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            frame_id: number;
                            /** @description Frames without a file before this one. */
                            skipped_count: number;
                            /** @description ISO 8601, UTC. */
                            timestamp: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/governor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the service may use, what it uses, and what it does less for that */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The last fifty, the newest first, over restarts. */
                            actions: {
                                /** @enum {string} */
                                cause: "cpu" | "disk" | "battery";
                                from: string;
                                /** @description A sentence with the figures. */
                                reason: string;
                                timestamp: string;
                                to: string;
                            }[];
                            budget: {
                                /** @enum {string} */
                                battery: "full" | "reduced" | "pause";
                                /** @description Of all cores, on average over five minutes. */
                                cpu_percent: number;
                                /** @description Null: no limit. */
                                disk_gb_per_month: number | null;
                            };
                            /** @description What each of them asks for; `level` is the strictest. */
                            demands: {
                                /**
                                 * @description From `full`, where everything is done, to `least`.
                                 * @enum {string}
                                 */
                                battery: "full" | "light" | "low" | "least";
                                /**
                                 * @description From `full`, where everything is done, to `least`.
                                 * @enum {string}
                                 */
                                cpu: "full" | "light" | "low" | "least";
                                /**
                                 * @description From `full`, where everything is done, to `least`.
                                 * @enum {string}
                                 */
                                disk: "full" | "light" | "low" | "least";
                            };
                            /** @description Nothing of this is lost: it comes later. */
                            held_back: {
                                /** @description How often it was put off. */
                                background_work: number;
                                /** @description The first of two hours that are over: they may become video now, and the second hour with them. */
                                frames_waiting: number;
                                /** @description That came later, since the service started. */
                                pictures: number;
                                /** @description For their text, now. */
                                recordings_waiting: number;
                            };
                            /**
                             * @description From `full`, where everything is done, to `least`.
                             * @enum {string}
                             */
                            level: "full" | "light" | "low" | "least";
                            levers: {
                                /**
                                 * @description Pictures that become video, retention, daily snapshots.
                                 * @enum {string}
                                 */
                                background_work: "as_set" | "postponed";
                                /** @enum {string} */
                                capture: "on" | "paused";
                                /** @description Least time between two pictures. */
                                picture_gap_ms: number;
                                /** @description Of JPEG, 1 to 100. */
                                picture_quality: number;
                                /** @enum {string} */
                                speech_model: "usual" | "smallest";
                                /** @enum {string} */
                                transcription: "as_set" | "postponed";
                                /** @description Of x264; more is coarser. */
                                video_quality: number;
                                /** @description The same for a screen that changes by itself. */
                                visual_gap_ms: number;
                            };
                            measured: {
                                /** @description Of all cores in the last five minutes. */
                                cpu_percent: number;
                                cpu_percent_last_minute: number;
                                /** @description What a month like the last seven days would add. */
                                disk_gb_per_month: number | null;
                                on_battery: boolean;
                                /** @description That are counted: the service and all it started. */
                                processes: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether recording works
         * @description 200 when healthy, 503 when something that is turned on does not work.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Recordings cannot be stored now. */
                            audio_db_write_stalled: boolean;
                            audio_pipeline?: {
                                /** @description 0..1, the loudest device. */
                                audio_level_rms: number;
                                avg_speech_ratio: number;
                                batch_pause_events: number;
                                /** @description Null when nothing is put off. */
                                batch_paused_reason: string | null;
                                batch_resume_events: number;
                                /** @description Seconds refused because the rest lagged. */
                                chunks_channel_full: number;
                                /** @description Seconds of sound that were looked at. */
                                chunks_received: number;
                                /** @description Seconds of sound that were handed on. */
                                chunks_sent: number;
                                /** @description Heard twice, stored once. */
                                db_duplicates_blocked: number;
                                db_inserted: number;
                                /** @description Stored without the part that was an echo. */
                                db_overlaps_trimmed: number;
                                device_levels: {
                                    [key: string]: number;
                                };
                                /** @description Unix seconds; 0 for never. */
                                last_db_write_ts: number;
                                process_errors: number;
                                /** @description Recordings that are read again. */
                                second_readings?: {
                                    /** @description Read by it since the start. */
                                    improved: number;
                                    /** @description Recordings that wait for their text in the language that a person named. */
                                    to_correct: number;
                                    /** @description Recordings that the largest installed model has not read yet. */
                                    to_improve: number;
                                    /** @description Why it does not read now; null when it does, or has read all. */
                                    waits_because: string | null;
                                };
                                segments_batch_processed: number;
                                /** @description Recorded and not transcribed yet. */
                                segments_deferred: number;
                                /** @description Recordings since the start whose language is not understood; `/audio/unread` lists all of them. */
                                segments_not_understood: number;
                                /** @description Streams that fell silent and were reopened. */
                                stream_timeouts: number;
                                total_words: number;
                                transcription_errors: number;
                                /** @enum {string} */
                                transcription_mode: "realtime" | "batch" | "disabled";
                                transcription_paused: boolean;
                                transcriptions_completed: number;
                                transcriptions_empty: number;
                                uptime_secs: number;
                                /** @description Seconds with speech. */
                                vad_passed: number;
                                vad_passthrough_rate: number;
                                /** @description Seconds without speech. */
                                vad_rejected: number;
                                /** @description 0 in the first minute. */
                                words_per_minute: number;
                            };
                            /**
                             * @description ok: works. stale: no recent data. not_started: nothing runs yet. disabled: turned off.
                             * @enum {string}
                             */
                            audio_status: "ok" | "stale" | "not_started" | "disabled";
                            /** @description The data folder of this service. */
                            data_dir: string;
                            /** @description Per device; null when there is nothing to tell. */
                            device_status_details: string | null;
                            /**
                             * @description ok: works. stale: no recent data. not_started: nothing runs yet. disabled: turned off.
                             * @enum {string}
                             */
                            frame_status: "ok" | "stale" | "not_started" | "disabled";
                            /** @description Absent where the devices have no keeper. */
                            keeper?: {
                                /** @description Other machines that do. */
                                keepers: {
                                    last_seen_at: string | null;
                                    machine_id: string;
                                }[];
                                /**
                                 * @description keeper: this machine holds everything of all devices.
                                 * @enum {string}
                                 */
                                role: "device" | "keeper";
                                waiting: {
                                    files: number;
                                    last_seen_at: string | null;
                                    /** @description Null: it is not known yet whether there is a keeper. */
                                    machine_id: string | null;
                                    reason: string;
                                } | null;
                            };
                            /** @description The newest transcription; null when there is none. */
                            last_audio_timestamp: string | null;
                            /** @description The newest frame, up to now; null when there is none. */
                            last_frame_timestamp: string | null;
                            /** @description Search by meaning, and how far it is behind. */
                            meaning?: {
                                /** @description Time of the oldest of them, to the hour. */
                                oldest_waiting: string | null;
                                /** @enum {string} */
                                state: "ready" | "no_model" | "off";
                                /** @description Documents whose meaning is not known yet. */
                                waiting: number;
                            };
                            /** @description Pictures, videos and recordings that were decoded while nobody worked. */
                            media_check?: {
                                /** @description Files that do not open any more. */
                                broken: number;
                                /** @description Files of this round, which takes about a month. */
                                checked: number;
                                /** @description Null when none was. */
                                last_checked_at: string | null;
                            };
                            message: string;
                            /** @description While the screen is captured. */
                            monitors?: string[];
                            /** @description Old pictures and sound elsewhere (`retention.offload.*`). */
                            offload?: {
                                /** @description Of moved files that came back and stay for a while. */
                                cached_bytes: number;
                                /** @description The same as a sentence. */
                                error: string | null;
                                /** @description Why the last attempt failed; null: it did not. */
                                error_code: string | null;
                                /** @description Since the service started; null: none. */
                                last_moved_at: string | null;
                                /** @description Of those that were moved: no longer at the place. */
                                lost: number;
                                /** @description Files whose content lies at the place. */
                                moved: number;
                                moved_bytes: number;
                                /** @description Where files go; null: no place is set. */
                                place: string | null;
                                /** @description Deleted here, and still at the place until it answers. */
                                removing: number;
                                /**
                                 * @description failing: the place does not do what it should, or a file cannot be moved.
                                 * @enum {string}
                                 */
                                state: "off" | "ok" | "failing";
                                /** @description Files that are old enough and still here. */
                                waiting: number;
                            };
                            /** @description Everything that runs for long, in order of its start. */
                            parts: {
                                /** @description Why it broke last; null when it never did. */
                                last_error_code: string | null;
                                name: string;
                                restarts: number;
                                /**
                                 * @description waiting: it broke and is started again soon. failed: it broke for good.
                                 * @enum {string}
                                 */
                                state: "running" | "waiting" | "failed" | "ended";
                            }[];
                            /** @description Whether a person has paused the screen, sound or both. */
                            paused: boolean;
                            paused_streams: ("screen" | "sound")[];
                            /** @description When everything goes on by itself; null when it does not. */
                            paused_until: string | null;
                            /** @description The figures of `/vision/metrics` that tell health. */
                            pipeline?: {
                                avg_db_latency_ms: number;
                                avg_ocr_latency_ms: number;
                                capture_fps_actual: number;
                                frame_drop_rate: number;
                                frames_captured: number;
                                frames_db_written: number;
                                frames_dropped: number;
                                ocr_cache_hit_rate: number;
                                ocr_failures: number;
                                ocr_queue_depth: number;
                                ocr_restarts: number;
                                pipeline_stall_count: number;
                                time_to_first_frame_ms: number | null;
                                uptime_secs: number;
                                video_queue_depth: number;
                            };
                            /** @description When what is too old to be kept was removed last. */
                            retention_ran_at?: string;
                            /** @enum {string} */
                            status: "healthy" | "degraded";
                            /** @description The HTTP status of this answer. */
                            status_code: number;
                            store: {
                                /** @description When a test row last went through the whole store. */
                                canary_passed_at: string | null;
                                /** @description Why the store cannot be written; null when it can. */
                                error_code: string | null;
                                /** @description Room on the disk of the data folder. */
                                free_bytes: number | null;
                            };
                            /** @description What to do; null when all is well. */
                            verbose_instructions: string | null;
                            /** @description Frames cannot be stored now. */
                            vision_db_write_stalled: boolean;
                            /** @description Nothing is recorded until the person has agreed (`POST /agreement`). */
                            waiting_for_agreement: boolean;
                        };
                    };
                };
                /** @description Default Response */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Recordings cannot be stored now. */
                            audio_db_write_stalled: boolean;
                            audio_pipeline?: {
                                /** @description 0..1, the loudest device. */
                                audio_level_rms: number;
                                avg_speech_ratio: number;
                                batch_pause_events: number;
                                /** @description Null when nothing is put off. */
                                batch_paused_reason: string | null;
                                batch_resume_events: number;
                                /** @description Seconds refused because the rest lagged. */
                                chunks_channel_full: number;
                                /** @description Seconds of sound that were looked at. */
                                chunks_received: number;
                                /** @description Seconds of sound that were handed on. */
                                chunks_sent: number;
                                /** @description Heard twice, stored once. */
                                db_duplicates_blocked: number;
                                db_inserted: number;
                                /** @description Stored without the part that was an echo. */
                                db_overlaps_trimmed: number;
                                device_levels: {
                                    [key: string]: number;
                                };
                                /** @description Unix seconds; 0 for never. */
                                last_db_write_ts: number;
                                process_errors: number;
                                /** @description Recordings that are read again. */
                                second_readings?: {
                                    /** @description Read by it since the start. */
                                    improved: number;
                                    /** @description Recordings that wait for their text in the language that a person named. */
                                    to_correct: number;
                                    /** @description Recordings that the largest installed model has not read yet. */
                                    to_improve: number;
                                    /** @description Why it does not read now; null when it does, or has read all. */
                                    waits_because: string | null;
                                };
                                segments_batch_processed: number;
                                /** @description Recorded and not transcribed yet. */
                                segments_deferred: number;
                                /** @description Recordings since the start whose language is not understood; `/audio/unread` lists all of them. */
                                segments_not_understood: number;
                                /** @description Streams that fell silent and were reopened. */
                                stream_timeouts: number;
                                total_words: number;
                                transcription_errors: number;
                                /** @enum {string} */
                                transcription_mode: "realtime" | "batch" | "disabled";
                                transcription_paused: boolean;
                                transcriptions_completed: number;
                                transcriptions_empty: number;
                                uptime_secs: number;
                                /** @description Seconds with speech. */
                                vad_passed: number;
                                vad_passthrough_rate: number;
                                /** @description Seconds without speech. */
                                vad_rejected: number;
                                /** @description 0 in the first minute. */
                                words_per_minute: number;
                            };
                            /**
                             * @description ok: works. stale: no recent data. not_started: nothing runs yet. disabled: turned off.
                             * @enum {string}
                             */
                            audio_status: "ok" | "stale" | "not_started" | "disabled";
                            /** @description The data folder of this service. */
                            data_dir: string;
                            /** @description Per device; null when there is nothing to tell. */
                            device_status_details: string | null;
                            /**
                             * @description ok: works. stale: no recent data. not_started: nothing runs yet. disabled: turned off.
                             * @enum {string}
                             */
                            frame_status: "ok" | "stale" | "not_started" | "disabled";
                            /** @description Absent where the devices have no keeper. */
                            keeper?: {
                                /** @description Other machines that do. */
                                keepers: {
                                    last_seen_at: string | null;
                                    machine_id: string;
                                }[];
                                /**
                                 * @description keeper: this machine holds everything of all devices.
                                 * @enum {string}
                                 */
                                role: "device" | "keeper";
                                waiting: {
                                    files: number;
                                    last_seen_at: string | null;
                                    /** @description Null: it is not known yet whether there is a keeper. */
                                    machine_id: string | null;
                                    reason: string;
                                } | null;
                            };
                            /** @description The newest transcription; null when there is none. */
                            last_audio_timestamp: string | null;
                            /** @description The newest frame, up to now; null when there is none. */
                            last_frame_timestamp: string | null;
                            /** @description Search by meaning, and how far it is behind. */
                            meaning?: {
                                /** @description Time of the oldest of them, to the hour. */
                                oldest_waiting: string | null;
                                /** @enum {string} */
                                state: "ready" | "no_model" | "off";
                                /** @description Documents whose meaning is not known yet. */
                                waiting: number;
                            };
                            /** @description Pictures, videos and recordings that were decoded while nobody worked. */
                            media_check?: {
                                /** @description Files that do not open any more. */
                                broken: number;
                                /** @description Files of this round, which takes about a month. */
                                checked: number;
                                /** @description Null when none was. */
                                last_checked_at: string | null;
                            };
                            message: string;
                            /** @description While the screen is captured. */
                            monitors?: string[];
                            /** @description Old pictures and sound elsewhere (`retention.offload.*`). */
                            offload?: {
                                /** @description Of moved files that came back and stay for a while. */
                                cached_bytes: number;
                                /** @description The same as a sentence. */
                                error: string | null;
                                /** @description Why the last attempt failed; null: it did not. */
                                error_code: string | null;
                                /** @description Since the service started; null: none. */
                                last_moved_at: string | null;
                                /** @description Of those that were moved: no longer at the place. */
                                lost: number;
                                /** @description Files whose content lies at the place. */
                                moved: number;
                                moved_bytes: number;
                                /** @description Where files go; null: no place is set. */
                                place: string | null;
                                /** @description Deleted here, and still at the place until it answers. */
                                removing: number;
                                /**
                                 * @description failing: the place does not do what it should, or a file cannot be moved.
                                 * @enum {string}
                                 */
                                state: "off" | "ok" | "failing";
                                /** @description Files that are old enough and still here. */
                                waiting: number;
                            };
                            /** @description Everything that runs for long, in order of its start. */
                            parts: {
                                /** @description Why it broke last; null when it never did. */
                                last_error_code: string | null;
                                name: string;
                                restarts: number;
                                /**
                                 * @description waiting: it broke and is started again soon. failed: it broke for good.
                                 * @enum {string}
                                 */
                                state: "running" | "waiting" | "failed" | "ended";
                            }[];
                            /** @description Whether a person has paused the screen, sound or both. */
                            paused: boolean;
                            paused_streams: ("screen" | "sound")[];
                            /** @description When everything goes on by itself; null when it does not. */
                            paused_until: string | null;
                            /** @description The figures of `/vision/metrics` that tell health. */
                            pipeline?: {
                                avg_db_latency_ms: number;
                                avg_ocr_latency_ms: number;
                                capture_fps_actual: number;
                                frame_drop_rate: number;
                                frames_captured: number;
                                frames_db_written: number;
                                frames_dropped: number;
                                ocr_cache_hit_rate: number;
                                ocr_failures: number;
                                ocr_queue_depth: number;
                                ocr_restarts: number;
                                pipeline_stall_count: number;
                                time_to_first_frame_ms: number | null;
                                uptime_secs: number;
                                video_queue_depth: number;
                            };
                            /** @description When what is too old to be kept was removed last. */
                            retention_ran_at?: string;
                            /** @enum {string} */
                            status: "healthy" | "degraded";
                            /** @description The HTTP status of this answer. */
                            status_code: number;
                            store: {
                                /** @description When a test row last went through the whole store. */
                                canary_passed_at: string | null;
                                /** @description Why the store cannot be written; null when it can. */
                                error_code: string | null;
                                /** @description Room on the disk of the data folder. */
                                free_bytes: number | null;
                            };
                            /** @description What to do; null when all is well. */
                            verbose_instructions: string | null;
                            /** @description Frames cannot be stored now. */
                            vision_db_write_stalled: boolean;
                            /** @description Nothing is recorded until the person has agreed (`POST /agreement`). */
                            waiting_for_agreement: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Meetings, the newest first
         * @description A bare list of those that reach into the range.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One meeting */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the meeting. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Correct a meeting
         * @description What is not given stays. From then on it is not changed by itself.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the meeting. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        attendees?: string | null;
                        meeting_app?: string;
                        meeting_end?: (string | number) | null;
                        /** @description Any accepted form of time. */
                        meeting_start?: string | number;
                        title?: string | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * It was no meeting
         * @description What was seen and heard stays, and it is not found again.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the meeting. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            deleted: number;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Several meetings were one */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: number[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A meeting begins now */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        app: string;
                        attendees?: string | null;
                        title?: string | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The meeting that goes on ends now
         * @description The newest one that has no end. 404 when there is none.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Names of those who were heard, separated by commas. */
                            attendees: string | null;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            /**
                             * @description app: a call window. speech: a conversation. manual: by hand.
                             * @enum {string}
                             */
                            detection_source: "app" | "speech" | "manual";
                            id: number;
                            meeting_app: string;
                            /** @description Null while it goes on. */
                            meeting_end: string | null;
                            /** @description ISO 8601, UTC. */
                            meeting_start: string;
                            title: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Notes, the newest first */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description Only as important as this. */
                    min_importance?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Words to find in content and tags: all of them. */
                    q?: string;
                    /** @description Who made it, such as `user`; exact. */
                    source?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Tags separated by commas; it must have all of them. */
                    tags?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                content: string;
                                /** @description ISO 8601, UTC. */
                                created_at: string;
                                frame_id: number | null;
                                id: number;
                                /** @description 0 to 1. */
                                importance: number;
                                source: string;
                                /** @description Whatever the maker wants to keep with it. */
                                source_context: {
                                    [key: string]: unknown;
                                } | null;
                                tags: string[];
                                /** @description ISO 8601, UTC. */
                                updated_at: string;
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Keep a note */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        content: string;
                        frame_id?: number | null;
                        importance?: number;
                        source?: string;
                        /** @description Whatever the maker wants to keep with it. */
                        source_context?: {
                            [key: string]: unknown;
                        } | null;
                        tags?: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: string;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            frame_id: number | null;
                            id: number;
                            /** @description 0 to 1. */
                            importance: number;
                            source: string;
                            /** @description Whatever the maker wants to keep with it. */
                            source_context: {
                                [key: string]: unknown;
                            } | null;
                            tags: string[];
                            /** @description ISO 8601, UTC. */
                            updated_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One note */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the memory. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: string;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            frame_id: number | null;
                            id: number;
                            /** @description 0 to 1. */
                            importance: number;
                            source: string;
                            /** @description Whatever the maker wants to keep with it. */
                            source_context: {
                                [key: string]: unknown;
                            } | null;
                            tags: string[];
                            /** @description ISO 8601, UTC. */
                            updated_at: string;
                        };
                    };
                };
            };
        };
        /**
         * Change a note
         * @description What is not given stays as it is.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the memory. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        content?: string;
                        frame_id?: number | null;
                        importance?: number;
                        source?: string;
                        /** @description Whatever the maker wants to keep with it. */
                        source_context?: {
                            [key: string]: unknown;
                        } | null;
                        tags?: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            content: string;
                            /** @description ISO 8601, UTC. */
                            created_at: string;
                            frame_id: number | null;
                            id: number;
                            /** @description 0 to 1. */
                            importance: number;
                            source: string;
                            /** @description Whatever the maker wants to keep with it. */
                            source_context: {
                                [key: string]: unknown;
                            } | null;
                            tags: string[];
                            /** @description ISO 8601, UTC. */
                            updated_at: string;
                        };
                    };
                };
            };
        };
        post?: never;
        /** Forget a note */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the memory. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ok: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All figures, for Prometheus and tools that read its format */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description One figure per line. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/offload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Old pictures and sound elsewhere: what waits, what was moved, what fails
         * @description The settings are `retention.offload.*`. Text, search and timeline stay here.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Old pictures and sound elsewhere (`retention.offload.*`). */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of moved files that came back and stay for a while. */
                            cached_bytes: number;
                            /** @description The same as a sentence. */
                            error: string | null;
                            /** @description Why the last attempt failed; null: it did not. */
                            error_code: string | null;
                            /** @description Since the service started; null: none. */
                            last_moved_at: string | null;
                            /** @description Of those that were moved: no longer at the place. */
                            lost: number;
                            /** @description Files whose content lies at the place. */
                            moved: number;
                            moved_bytes: number;
                            /** @description Where files go; null: no place is set. */
                            place: string | null;
                            /** @description Deleted here, and still at the place until it answers. */
                            removing: number;
                            /**
                             * @description failing: the place does not do what it should, or a file cannot be moved.
                             * @enum {string}
                             */
                            state: "off" | "ok" | "failing";
                            /** @description Files that are old enough and still here. */
                            waiting: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/offload/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move old pictures and sound now, however busy the machine is
         * @description Answers at once; `GET /offload` says how far it is.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Old pictures and sound elsewhere (`retention.offload.*`). */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of moved files that came back and stay for a while. */
                            cached_bytes: number;
                            /** @description The same as a sentence. */
                            error: string | null;
                            /** @description Why the last attempt failed; null: it did not. */
                            error_code: string | null;
                            /** @description Since the service started; null: none. */
                            last_moved_at: string | null;
                            /** @description Of those that were moved: no longer at the place. */
                            lost: number;
                            /** @description Files whose content lies at the place. */
                            moved: number;
                            moved_bytes: number;
                            /** @description Where files go; null: no place is set. */
                            place: string | null;
                            /** @description Deleted here, and still at the place until it answers. */
                            removing: number;
                            /**
                             * @description failing: the place does not do what it should, or a file cannot be moved.
                             * @enum {string}
                             */
                            state: "off" | "ok" | "failing";
                            /** @description Files that are old enough and still here. */
                            waiting: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/offload/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look which moved files are at the place
         * @description Asks for each file, and reads none of them; with many files this takes minutes.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            checked: number;
                            /** @description No longer at the place: lost, their text is not. */
                            missing: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The installed pipes
         * @description Looks at the disk, so pipes that were put there by hand appear.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Add the five newest executions of each pipe. */
                    include_executions?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                author: string;
                                /** @description The values in force: the keys of the pipe, and `name` (its id), `enabled`, `trigger` and `schedule`. */
                                config: {
                                    [key: string]: unknown;
                                };
                                /** @description What the pipe declares about its keys. */
                                config_schema: {
                                    [key: string]: unknown;
                                };
                                consecutive_failures: number;
                                current_execution_id: number | null;
                                description: string;
                                enabled: boolean;
                                id: string;
                                is_running: boolean;
                                /** @description Of the last run, also of a success that logged too much, or why it cannot run at all. */
                                last_error: string | null;
                                /** @description ISO 8601; null before the first run. */
                                last_run: string | null;
                                last_success: boolean | null;
                                name: string;
                                permissions: {
                                    granted: {
                                        [key: string]: unknown;
                                    };
                                    /** @description What it asks for and a person has not granted yet. */
                                    missing: string[];
                                    requested: {
                                        [key: string]: unknown;
                                    };
                                };
                                /** @description The prompt of a pipe.md, which is shown and not run; of other pipes the description. */
                                prompt_body: string;
                                /** @description The text of a pipe.md or pipe.json; empty otherwise. */
                                raw_content: string;
                                recent_executions?: {
                                    /** @description ISO 8601; null while it runs. */
                                    completed_at: string | null;
                                    duration_ms: number | null;
                                    error: string | null;
                                    /** @description The same as `error`. */
                                    error_message: string | null;
                                    /** @description Such as `error`, `crash`, `timeout`, `memory`, `cancelled`; `flood` also of a success. */
                                    error_type: string | null;
                                    execution_id: string;
                                    exit_code: number | null;
                                    /** @description The same as `completed_at`. */
                                    finished_at: string | null;
                                    id: number;
                                    items_processed: number;
                                    /** @description Always null here. */
                                    model: string | null;
                                    pid: number | null;
                                    pipe_name: string;
                                    /** @description Always null here. */
                                    provider: string | null;
                                    /** @enum {string} */
                                    raw_status: "queued" | "running" | "completed" | "failed" | "timed_out" | "cancelled";
                                    /** @description ISO 8601, UTC. */
                                    started_at: string;
                                    /** @enum {string} */
                                    status: "running" | "success" | "failed";
                                    stderr: string;
                                    /** @description The end of what it printed. */
                                    stdout: string;
                                    /** @enum {string} */
                                    trigger_type: "manual" | "scheduled" | "data";
                                }[];
                                /** @description Where it was installed from; empty when its folder was put there. */
                                source: string;
                                /** @enum {string} */
                                status: "running" | "stopped";
                                version: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One pipe */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                author: string;
                                /** @description The values in force: the keys of the pipe, and `name` (its id), `enabled`, `trigger` and `schedule`. */
                                config: {
                                    [key: string]: unknown;
                                };
                                /** @description What the pipe declares about its keys. */
                                config_schema: {
                                    [key: string]: unknown;
                                };
                                consecutive_failures: number;
                                current_execution_id: number | null;
                                description: string;
                                enabled: boolean;
                                id: string;
                                is_running: boolean;
                                /** @description Of the last run, also of a success that logged too much, or why it cannot run at all. */
                                last_error: string | null;
                                /** @description ISO 8601; null before the first run. */
                                last_run: string | null;
                                last_success: boolean | null;
                                name: string;
                                permissions: {
                                    granted: {
                                        [key: string]: unknown;
                                    };
                                    /** @description What it asks for and a person has not granted yet. */
                                    missing: string[];
                                    requested: {
                                        [key: string]: unknown;
                                    };
                                };
                                /** @description The prompt of a pipe.md, which is shown and not run; of other pipes the description. */
                                prompt_body: string;
                                /** @description The text of a pipe.md or pipe.json; empty otherwise. */
                                raw_content: string;
                                recent_executions?: {
                                    /** @description ISO 8601; null while it runs. */
                                    completed_at: string | null;
                                    duration_ms: number | null;
                                    error: string | null;
                                    /** @description The same as `error`. */
                                    error_message: string | null;
                                    /** @description Such as `error`, `crash`, `timeout`, `memory`, `cancelled`; `flood` also of a success. */
                                    error_type: string | null;
                                    execution_id: string;
                                    exit_code: number | null;
                                    /** @description The same as `completed_at`. */
                                    finished_at: string | null;
                                    id: number;
                                    items_processed: number;
                                    /** @description Always null here. */
                                    model: string | null;
                                    pid: number | null;
                                    pipe_name: string;
                                    /** @description Always null here. */
                                    provider: string | null;
                                    /** @enum {string} */
                                    raw_status: "queued" | "running" | "completed" | "failed" | "timed_out" | "cancelled";
                                    /** @description ISO 8601, UTC. */
                                    started_at: string;
                                    /** @enum {string} */
                                    status: "running" | "success" | "failed";
                                    stderr: string;
                                    /** @description The end of what it printed. */
                                    stdout: string;
                                    /** @enum {string} */
                                    trigger_type: "manual" | "scheduled" | "data";
                                }[];
                                /** @description Where it was installed from; empty when its folder was put there. */
                                source: string;
                                /** @enum {string} */
                                status: "running" | "stopped";
                                version: string;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Remove a pipe
         * @description Stops it first. Its folder, its state and its history go.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the configuration of a pipe
         * @description Keys that are not given stay; `null` takes a change back. `trigger`, `interval`, `cron` and `schedule` say when it runs, `enabled` whether, and `allow` grants permissions.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable or disable a pipe */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        enabled: boolean;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a pipe
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many to return. More than 100 is lowered to 100. */
                    limit?: number;
                };
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description ISO 8601; null while it runs. */
                                completed_at: string | null;
                                duration_ms: number | null;
                                error: string | null;
                                /** @description The same as `error`. */
                                error_message: string | null;
                                /** @description Such as `error`, `crash`, `timeout`, `memory`, `cancelled`; `flood` also of a success. */
                                error_type: string | null;
                                execution_id: string;
                                exit_code: number | null;
                                /** @description The same as `completed_at`. */
                                finished_at: string | null;
                                id: number;
                                items_processed: number;
                                /** @description Always null here. */
                                model: string | null;
                                pid: number | null;
                                pipe_name: string;
                                /** @description Always null here. */
                                provider: string | null;
                                /** @enum {string} */
                                raw_status: "queued" | "running" | "completed" | "failed" | "timed_out" | "cancelled";
                                /** @description ISO 8601, UTC. */
                                started_at: string;
                                /** @enum {string} */
                                status: "running" | "success" | "failed";
                                stderr: string;
                                /** @description The end of what it printed. */
                                stdout: string;
                                /** @enum {string} */
                                trigger_type: "manual" | "scheduled" | "data";
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget the runs of a pipe
         * @description Its ended executions, what they printed, and its log. What the pipe itself keeps stays.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a pipe has logged
         * @description From memory, oldest first, of bounded size; lost at a restart.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                finished_at?: string | null;
                                /** @enum {string} */
                                level: "debug" | "info" | "warn" | "error";
                                message: string;
                                /** @description These stand on entries that close a run. */
                                pipe_name?: string;
                                /** @description ISO 8601, UTC. */
                                started_at?: string;
                                stderr?: string;
                                stdout?: string;
                                success?: boolean;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a pipe now
         * @description Answers at once; the execution goes on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                execution_id: string;
                                id: number;
                                /** @description ISO 8601, UTC. */
                                started_at: string;
                                /** @constant */
                                status: "running";
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the run of a pipe
         * @description Answers when it has ended. One that is not running is no error.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe: the name of its folder. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/build-status/{pipe_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a pipe is ready
         * @deprecated
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe. */
                    pipe_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            status: string;
                            step: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable, disable or delete a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pipe_id: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable, disable or delete a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pipe_id: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/download-private": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pipe_id?: string;
                        pipe_name?: string;
                        url: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable, disable or delete a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pipe_id: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/info/{pipe_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One pipe, in the older form
         * @deprecated
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of the pipe. */
                    pipe_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                build_status: null;
                                config: {
                                    [key: string]: unknown;
                                };
                                desc: string;
                                enabled: boolean;
                                id: string;
                                is_nextjs: boolean;
                                /** @description Always null here. */
                                port: number | null;
                                source: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a pipe
         * @description Wholly or not at all. Nothing of the package is run, and it is not enabled.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Permissions of the manifest that are granted. */
                        allow?: ("network" | "raw_sql" | "read" | "write")[];
                        /** @description An http(s) address of a .tgz or .zip, a file:// folder or archive, or npm:name@version. */
                        source: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            name: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The installed pipes, in the older form
         * @deprecated
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                build_status: null;
                                config: {
                                    [key: string]: unknown;
                                };
                                desc: string;
                                enabled: boolean;
                                id: string;
                                is_nextjs: boolean;
                                /** @description Always null here. */
                                port: number | null;
                                source: string;
                            }[];
                            success: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all pipes
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What holds pipes on this machine
         * @description Which walls stand around every run: Node itself, and what the kernel refuses. The first call tries them.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description By what it stands, or why it does not. */
                                detail: string;
                                /** @enum {string} */
                                name: "runtime" | "files" | "network";
                                stands: boolean;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pipes that come with the service
         * @description There is no public store; these are on this machine already. Send the `source` of one to `/pipes/install`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                author: string;
                                description: string;
                                id: string;
                                /** @description What `/pipes/install` takes. */
                                source: string;
                                title: string;
                                version: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the configuration of a pipe, in the older form
         * @deprecated
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        config: {
                            [key: string]: unknown;
                        };
                        pipe_id: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipes/update-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put another version in the place of a pipe
         * @deprecated
         * @description Its configuration and its state stay.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pipe_id: string;
                        source: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                message: string;
                                pipe_id: string;
                            };
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this machine runs on, and what follows */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description `battery_saver` while less is done to save the battery; else `performance`. */
                            active_profile: string;
                            /** @description `ac` or `battery`. */
                            state: string;
                            /** @enum {string} */
                            user_pref: "auto" | "performance" | "battery_saver";
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * How to treat the battery
         * @description `auto`: by the setting `budget.battery`, on battery. `performance`: as on mains power. `battery_saver`: less is done also on mains power. The choice is kept over restarts.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        mode: "auto" | "performance" | "battery_saver";
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description `battery_saver` while less is done to save the battery; else `performance`. */
                            active_profile: string;
                            /** @description `ac` or `battery`. */
                            state: string;
                            /** @enum {string} */
                            user_pref: "auto" | "performance" | "battery_saver";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raw_sql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the database with SQL
         * @description One read-only statement. At most 10 000 rows are returned, and a statement that takes too long is stopped. The tables `pipe`, `pipe_state`, `access_token` and `access_log` are not for SQL.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example SELECT app_name, count(*) FROM frames GROUP BY 1 */
                        query: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description One object per row, keyed by column name. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retention/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What retention would remove, how much that is, and when
         * @description With parameters: as if these were the rules; otherwise by the settings `retention.*`. Nothing is removed. What has a tag, or a note about it, stays and is not counted.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Days that sound is kept, or `forever`. */
                    audio?: string;
                    /** @description Days that input events are kept, or `forever`. */
                    input?: string;
                    /** @description Gigabytes of everything; 0: no limit. */
                    max_gb?: number;
                    /** @description Days that pictures are kept, or `forever`. */
                    pixels?: string;
                    /** @description Days that texts, with their pictures and sound, are kept, or `forever`. */
                    text?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Rules that keep something for ever are left out. */
                            forecast: {
                                accessibility: number;
                                /** @description On the disk, about. */
                                bytes: number;
                                frames: number;
                                /** @description When this rule takes something next; null: it has nothing to take. */
                                next_at: string | null;
                                /** @description Of frames whose text stays. */
                                pictures: number;
                                /** @description Of which the sound goes. */
                                recordings: number;
                                /** @enum {string} */
                                rule: "text" | "pixels" | "audio" | "input" | "size";
                                transcriptions: number;
                                ui_events: number;
                                /** @description What is not newer would go now; null: nothing. */
                                until: string | null;
                            }[];
                            last_run: {
                                at: string;
                                bytes_freed: number;
                                deletion_id: number;
                            } | null;
                            rules_in_use: {
                                /** @description Null: for ever. */
                                audio: number | null;
                                /** @description Null: for ever. */
                                input: number | null;
                                /** @description Null: no limit. */
                                max_bytes: number | null;
                                /** @description Null: for ever. */
                                pixels: number | null;
                                /** @description Null: for ever. */
                                text: number | null;
                            };
                            /** @description Of the database and the media files. */
                            total_bytes: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retention/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove what is too old now, however busy the machine is
         * @description Answers at once; `GET /retention/forecast` says when it ran. Without rules nothing happens.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a rule to all history
         * @description A job as those of `POST /data/delete`. Exclusions delete. Rules about words write over the texts; a frame in which something was covered loses its picture, word boxes and elements, speech its sound. All that pipes printed, kept and wrote into their output folders is cleared, unless nothing matched. It does not change what is recorded from now on: that is a setting. Cannot be undone.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Parts of names of applications, in any case. */
                        apps?: string[];
                        /** @description Kinds of personal data to cover in texts. */
                        pii?: ("private_key" | "api_key" | "iban" | "credit_card" | "email" | "ssn" | "national_id" | "phone")[];
                        /** @description Browser windows whose titles say that they are private. */
                        private?: boolean;
                        /** @description Parts of addresses, such as `bank.example`. */
                        urls?: string[];
                        /** @description Parts of window titles. */
                        windows?: string[];
                        /** @description Words to cover in texts, in any case. */
                        words?: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description A deletion; when it is done, its receipt. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            counts: {
                                accessibility: number;
                                audio_files: number;
                                /** @description Of files; the database gives its space back later. */
                                bytes_freed: number;
                                /** @description Deletions that other devices are notified of. */
                                devices_told: number;
                                /** @description Voices. */
                                embeddings: number;
                                frames: number;
                                image_files: number;
                                index_entries: number;
                                meetings: number;
                                memories: number;
                                /** @description Names of applications, windows and pages that nothing has any more. */
                                names: number;
                                /** @description Files that had been moved to the place of retention.offload. */
                                offloaded_files: number;
                                pictures: number;
                                /** @description Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all. */
                                pipe_outputs: number;
                                recordings: number;
                                recordings_cut: number;
                                redacted_texts: number;
                                redactions: number;
                                speakers: number;
                                texts: number;
                                transcriptions: number;
                                ui_events: number;
                                video_files: number;
                                videos_rewritten: number;
                            };
                            created_at: string;
                            /** @description By what, without the values. */
                            criteria: string[];
                            end: string | null;
                            error_code: string | null;
                            finished_at: string | null;
                            id: number;
                            /** @description `tidy`: what a deletion on another device left here. */
                            kind: "delete" | "retention" | "rule" | "tidy";
                            /** @description Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then. */
                            offloaded_files_left: number;
                            /** @description From 0 to 1. */
                            progress: number;
                            start: string | null;
                            state: "running" | "done";
                            step: "rows" | "files" | "videos" | "index" | "done";
                            /** @description Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty. */
                            verified: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a rule would change in all history
         * @description Counts; nothing is changed. `excluded` is what the exclusions would delete, `redacted` what the rules about words would cover. Rules about words look through everything: 408 when that takes too long; `POST /rules/apply` has no limit.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Parts of names of applications, in any case. */
                        apps?: string[];
                        /** @description Kinds of personal data to cover in texts. */
                        pii?: ("private_key" | "api_key" | "iban" | "credit_card" | "email" | "ssn" | "national_id" | "phone")[];
                        /** @description Browser windows whose titles say that they are private. */
                        private?: boolean;
                        /** @description Parts of addresses, such as `bank.example`. */
                        urls?: string[];
                        /** @description Parts of window titles. */
                        windows?: string[];
                        /** @description Words to cover in texts, in any case. */
                        words?: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            excluded: {
                                accessibility: number;
                                /** @description On the disk, about. */
                                bytes: number;
                                frames: number;
                                meetings: number;
                                memories: number;
                                sample_frame_ids: number[];
                                ui_events: number;
                            } | null;
                            /** @description All printed outputs, kept values and files of pipes: they may quote it, so they are cleared too. 0 when nothing else would change. */
                            pipe_outputs: number;
                            redacted: {
                                accessibility: number;
                                frames: number;
                                /** @description Titles and addresses of windows, titles of meetings. */
                                names: number;
                                /** @description Pieces of text. */
                                redactions: number;
                                transcriptions: number;
                                ui_events: number;
                            } | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search everything that was captured
         * @description Newest first. `pagination.total` counts all matches: exactly in stores of up to 200,000 items and where that is quick. Otherwise it is an estimate from the newest ones, and `total_is_exact` is false.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. Leaves audio out. Given several times: any of them. */
                    app_name?: string | string[];
                    /** @description Part of the address in the browser. Returns OCR items only. Given several times: any of them. */
                    browser_url?: string | string[];
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description True: the total is exact, whatever that costs. False with `group`: it need not be known, which is the quickest. Without it the total of very many matches is an estimate, and `total_is_exact` says so. */
                    count?: boolean;
                    /** @description Part of the name of the monitor or audio device. */
                    device_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Words of which none may be there; written as in `q`. */
                    exclude?: string;
                    /** @description Whether the window had the focus. Returns OCR items only. */
                    focused?: boolean;
                    /** @description Part of the name of the frame. Leaves audio out. */
                    frame_name?: string;
                    /** @description Neighbouring items of one window, or of one speaker, become one row with a `group`. `limit` and `offset` then count rows, while `pagination.total` still counts items. */
                    group?: boolean;
                    /** @description Say whether more could be found in the cloud. */
                    include_cloud?: boolean;
                    /** @description Put the images of frames into the items, as base64. */
                    include_frames?: boolean;
                    /** @description How many to return. More than 10000 is lowered to 10000. */
                    limit?: number;
                    /** @description The machine that recorded it. */
                    machine_id?: string;
                    /** @description Say where the words were found. `snippet` and `positions` do so too. */
                    matched_in?: boolean;
                    /** @description Shorten longer texts in the middle to this many characters. */
                    max_content_length?: number;
                    /** @description Longest text, in characters. */
                    max_length?: number;
                    /** @description Shortest text, in characters. */
                    min_length?: number;
                    /** @description By words; by meaning, which needs `q` and no exact words; or by both in one order. With the last two the best match comes first whatever `order` says, and every item has `why`. */
                    mode?: "words" | "meaning" | "both";
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Accepted and ignored. */
                    on_screen?: string;
                    /** @description By time, or the best match first: that in which the words stand often and the text is short. Relevance is decided among the newest 2,000 matches, and `ranked` says among how many; without words, and with words that stand nearly everywhere, it is newest first. */
                    order?: "ascending" | "descending" | "relevance";
                    /** @description Add the places of the words found on the picture. */
                    positions?: boolean;
                    /** @description Words to find: all of them, in any order. `"a phrase"` and `prefix*` work; nothing else is an operator. */
                    q?: string;
                    /** @description Add the part of the text around the words found. */
                    snippet?: boolean;
                    /** @description Speakers, separated by commas. */
                    speaker_ids?: string;
                    /** @description Part of the name of the speaker. Given several times: any of them. */
                    speaker_name?: string | string[];
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Tags separated by commas; items must have all of them. */
                    tags?: string;
                    /** @description Part of the title of the window. Leaves audio out. Given several times: any of them. */
                    window_name?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            cloud?: {
                                cloudHasRelevantData: boolean;
                                cloudQueryHint: string | null;
                                cloudSearchAvailable: boolean;
                                /** @description Available, Disabled, NotInitialized or Error. */
                                status: string;
                            };
                            data: (components["schemas"]["OCRItem"] | components["schemas"]["AudioItem"] | components["schemas"]["UIItem"] | components["schemas"]["InputItem"] | components["schemas"]["MemoryItem"])[];
                            /** @description With `group`: whether rows follow. */
                            has_more?: boolean;
                            /** @description Whether meaning could be searched. */
                            meaning?: {
                                /** @description What to do about it. */
                                hint: string | null;
                                /** @enum {string} */
                                state: "ready" | "behind" | "failed" | "no_model" | "off";
                                /** @description Documents whose meaning is not known yet. */
                                waiting: number;
                            };
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                            /** @description With `order=relevance`: how many matches were compared. When it is below the total, older ones are not in the list. 0 when nothing matched, and when the words stand nearly everywhere: the list then has all matches, the newest first. */
                            ranked?: number;
                            /** @description False when `pagination.total` is an estimate from the newest matches, because there are very many. With `count=false` it says whether the total is known, otherwise there are at least as many. */
                            total_is_exact?: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many items a search finds per day, application, site …
         * @description The most frequent values of each field; days are all reported, oldest first. Without words the counts are exact. With words the newest 10 000 matches are counted, and `counted` below `total` says that there are more.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. Leaves audio out. Given several times: any of them. */
                    app_name?: string | string[];
                    /** @description Part of the address in the browser. Returns OCR items only. Given several times: any of them. */
                    browser_url?: string | string[];
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description Part of the name of the monitor or audio device. */
                    device_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Words of which none may be there; written as in `q`. */
                    exclude?: string;
                    /** @description What to count by, separated by commas. Of: day, type, app, site, window, device, speaker. */
                    fields?: string;
                    /** @description Whether the window had the focus. Returns OCR items only. */
                    focused?: boolean;
                    /** @description Part of the name of the frame. Leaves audio out. */
                    frame_name?: string;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description The machine that recorded it. */
                    machine_id?: string;
                    /** @description Longest text, in characters. */
                    max_length?: number;
                    /** @description Shortest text, in characters. */
                    min_length?: number;
                    /** @description Words to find: all of them, in any order. `"a phrase"` and `prefix*` work; nothing else is an operator. */
                    q?: string;
                    /** @description Speakers, separated by commas. */
                    speaker_ids?: string;
                    /** @description Part of the name of the speaker. Given several times: any of them. */
                    speaker_name?: string | string[];
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Tags separated by commas; items must have all of them. */
                    tags?: string;
                    /** @description Where a day begins: a name such as Europe/Lisbon, or `local`. To the hour. */
                    timezone?: string;
                    /** @description Part of the title of the window. Leaves audio out. Given several times: any of them. */
                    window_name?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            counted: number;
                            data: {
                                app?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                day?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                device?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                site?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                speaker?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                type?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                                window?: {
                                    count: number;
                                    /** @description What to show; of speakers the name, or empty. */
                                    label: string;
                                    /** @description What to filter by; of speakers the id. */
                                    value: string;
                                }[];
                            };
                            total: number;
                            /** @description False when the total of very many matches is an estimate. */
                            total_is_exact?: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/keyword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find words on the screen, with their places in the image
         * @description A bare list; with `group=true` a list of clusters.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Exact names of applications, separated by commas. */
                    app_names?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Find words that begin with the given ones, and any of them instead of all. */
                    fuzzy_match?: boolean;
                    /** @description Return clusters of neighbouring matches. `limit` and `offset` are then ignored. */
                    group?: boolean;
                    /** @description How many to return. More than 5000 is lowered to 5000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description By time. */
                    order?: "ascending" | "descending";
                    /** @description Another name for `query`. */
                    q?: string;
                    /** @description Words to find; required. `q` is another name for it. */
                    query?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            app_name: string;
                            confidence: number;
                            frame_id: number;
                            text: string;
                            text_positions: {
                                /** @description Fractions of the image (0 to 1), from its top left corner. */
                                bounds: {
                                    height: number;
                                    left: number;
                                    top: number;
                                    width: number;
                                };
                                confidence: number;
                                text: string;
                            }[];
                            /** @description ISO 8601, UTC. */
                            timestamp: string;
                            /** @description Empty when unknown. */
                            url: string;
                            window_name: string;
                        }[] | {
                            /** @description ISO 8601, UTC. */
                            end_time: string;
                            frame_ids: number[];
                            group_size: number;
                            representative: {
                                app_name: string;
                                confidence: number;
                                frame_id: number;
                                text: string;
                                text_positions: {
                                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                                    bounds: {
                                        height: number;
                                        left: number;
                                        top: number;
                                        width: number;
                                    };
                                    confidence: number;
                                    text: string;
                                }[];
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                                /** @description Empty when unknown. */
                                url: string;
                                window_name: string;
                            };
                            /** @description ISO 8601, UTC. */
                            start_time: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Moments like this one
         * @description What means nearly the same as a frame or a recording, the most similar first, without the same window around that time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. Leaves audio out. Given several times: any of them. */
                    app_name?: string | string[];
                    /** @description The recording to compare with, in place of a frame. */
                    audio_chunk_id?: number;
                    /** @description Part of the address in the browser. Returns OCR items only. Given several times: any of them. */
                    browser_url?: string | string[];
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description Part of the name of the monitor or audio device. */
                    device_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Words of which none may be there; written as in `q`. */
                    exclude?: string;
                    /** @description Whether the window had the focus. Returns OCR items only. */
                    focused?: boolean;
                    /** @description The frame to compare with. */
                    frame_id?: number;
                    /** @description Part of the name of the frame. Leaves audio out. */
                    frame_name?: string;
                    /** @description How many to return. More than 60 is lowered to 60. */
                    limit?: number;
                    /** @description The machine that recorded it. */
                    machine_id?: string;
                    /** @description Shorten longer texts in the middle to this many characters. */
                    max_content_length?: number;
                    /** @description Longest text, in characters. */
                    max_length?: number;
                    /** @description Shortest text, in characters. */
                    min_length?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Speakers, separated by commas. */
                    speaker_ids?: string;
                    /** @description Part of the name of the speaker. Given several times: any of them. */
                    speaker_name?: string | string[];
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Tags separated by commas; items must have all of them. */
                    tags?: string;
                    /** @description Part of the title of the window. Leaves audio out. Given several times: any of them. */
                    window_name?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            cloud?: {
                                cloudHasRelevantData: boolean;
                                cloudQueryHint: string | null;
                                cloudSearchAvailable: boolean;
                                /** @description Available, Disabled, NotInitialized or Error. */
                                status: string;
                            };
                            data: (components["schemas"]["OCRItem"] | components["schemas"]["AudioItem"] | components["schemas"]["UIItem"] | components["schemas"]["InputItem"] | components["schemas"]["MemoryItem"])[];
                            /** @description With `group`: whether rows follow. */
                            has_more?: boolean;
                            /** @description Whether meaning could be searched. */
                            meaning?: {
                                /** @description What to do about it. */
                                hint: string | null;
                                /** @enum {string} */
                                state: "ready" | "behind" | "failed" | "no_model" | "off";
                                /** @description Documents whose meaning is not known yet. */
                                waiting: number;
                            };
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                            /** @description With `order=relevance`: how many matches were compared. When it is below the total, older ones are not in the list. 0 when nothing matched, and when the words stand nearly everywhere: the list then has all matches, the newest first. */
                            ranked?: number;
                            /** @description False when `pagination.total` is an estimate from the newest matches, because there are very many. With `count=false` it says whether the total is known, otherwise there are at least as many. */
                            total_is_exact?: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/spelling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What may have been meant
         * @description The same query with words that were seen or heard in place of those that never were; null when there is nothing near.
         */
        get: {
            parameters: {
                query?: {
                    /** @description What was searched for; required. */
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description A query that finds something. */
                            suggestion: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a speaker
         * @description With the voice, everything said, and the recordings in which nobody else speaks.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        /**
         * Delete a speaker
         * @description With the voice, everything said, and the recordings in which nobody else speaks.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description The id of the speaker, when there is no body. */
                    id?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/hallucination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a speaker as hallucination
         * @description Hides the speaker, and everything it said, from every search and list. New words of this voice are hidden too.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description False takes the mark away.
                         * @default true
                         */
                        hallucination?: boolean;
                        speaker_id: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/hidden": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Speakers marked as hallucinations
         * @description The last one first. `/speakers/hallucination` with false brings one back.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The `metadata` of each has `audio_samples`: up to three of `{path, transcript, start_time, end_time, chunk_id}`, the newest first. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two speakers
         * @description Everything of the second becomes the first’s; the second is then deleted. Send `old_assignments` to `/speakers/undo-reassign` to take it back.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        speaker_to_keep_id: number;
                        speaker_to_merge_id: number;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            old_assignments: {
                                /** @description Null: it was unknown. */
                                old_speaker_id: number | null;
                                transcription_id: number;
                            }[];
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who speaks in a recording
         * @description Everything in the audio chunk becomes the speaker’s of that name, who is made when there is none. What was so far unnamed and sounds like it follows, unless `propagate_similar` is false. Send `old_assignments` to `/speakers/undo-reassign` to take it back.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        audio_chunk_id: number;
                        new_speaker_name: string;
                        /** @default true */
                        propagate_similar?: boolean;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            embeddings_moved: number;
                            new_speaker_id: number;
                            new_speaker_name: string;
                            old_assignments: {
                                /** @description Null: it was unknown. */
                                old_speaker_id: number | null;
                                transcription_id: number;
                            }[];
                            transcriptions_updated: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find speakers by name
         * @description Those whose name begins with the text, whatever the case; of equal names the oldest. Without a text, all that have a name.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How the name begins. */
                    name?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        /**
         * Find speakers by name
         * @description Those whose name begins with the text, whatever the case; of equal names the oldest. Without a text, all that have a name.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string | null;
                        /** @description Same as `name`. */
                        q?: string | null;
                        /** @description Same as `name`. */
                        query?: string | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                        }[];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Speakers who sound alike
         * @description The most alike first.
         */
        get: {
            parameters: {
                query: {
                    /** @description How many to return. More than 100 is lowered to 100. */
                    limit?: number;
                    /** @description The speaker to compare with. */
                    speaker_id: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The `metadata` of each has `audio_samples`: up to three of `{path, transcript, start_time, end_time, chunk_id}`, the newest first. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description From 0, the same voice; under 0.55 it is similar. */
                            distance: number;
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/undo-reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a reassignment
         * @description Restores the rows, the voices and the speakers as they were before it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        old_assignments: {
                            old_speaker_id?: number | null;
                            transcription_id: number;
                        }[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            restored: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/unnamed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Speakers without a name
         * @description Those that can be listened to, the most heard first. Name one with `/speakers/update`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Only these speakers: ids separated by commas. */
                    speaker_ids?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The `metadata` of each has `audio_samples`: up to three of `{path, transcript, start_time, end_time, chunk_id}`, the newest first. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name a speaker
         * @description What is absent stays. An empty name makes the speaker unnamed again.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: number;
                        /** @description An object, or JSON text of one. */
                        metadata?: string | {
                            [key: string]: unknown;
                        } | null;
                        name?: string | null;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: number;
                            /** @description JSON text, or empty. */
                            metadata: string;
                            /** @description Empty when nobody has named the speaker. */
                            name: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sse/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All events, as they are stored */
        get: {
            parameters: {
                query?: {
                    /** @description Adds the picture of a frame as base64 JPEG. */
                    images?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Events, one `data:` line of JSON each, until the client goes away. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sse/transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is said, as it is transcribed */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Events, one `data:` line of JSON each, until the client goes away. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sse/vision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is on the screen, as it is captured */
        get: {
            parameters: {
                query?: {
                    /** @description Adds the picture of a frame as base64 JPEG. */
                    images?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Events, one `data:` line of JSON each, until the client goes away. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stream/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Frames of a range in order, then new ones as they come */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description By time. */
                    order?: "ascending" | "descending";
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Events, one `data:` line of JSON each, until the client goes away. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fetch what other devices have sent */
        post: {
            parameters: {
                query?: {
                    /** @description Accepted for programs that send it; whatever is new is fetched, however old it is. */
                    hours?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description As in the query. */
                        hours?: number;
                    } | null;
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            blobs_downloaded: number;
                            /** @description The same as `records_imported`. */
                            imported: number;
                            records_imported: number;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was synced, the newest first
         * @description Rounds in which there was nothing to do are left out. The last 1000 are kept.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                blobs: number;
                                bytes: number;
                                /** @description ISO 8601, UTC. */
                                completed_at: string;
                                /** @enum {string} */
                                direction: "upload" | "download";
                                error: string | null;
                                error_code: string | null;
                                id: number;
                                /** @description Sent, or new here. */
                                records: number;
                                /** @description ISO 8601, UTC. */
                                started_at: string;
                                /** @enum {string} */
                                status: "success" | "failed";
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/init": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set sync up on this device, or unlock it
         * @description The password never leaves the device. The first device of an account decides it; on any other one a wrong password is refused and changes nothing. 409 when sync is unlocked already.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Default: one is made and kept. */
                        machine_id?: string;
                        password: string;
                        /** @description Keeps the key in the keyring of the system, or in a file that only its owner can read, so that a restart needs no password. Default: false. */
                        stay_unlocked?: boolean;
                        sync_interval_secs?: number;
                        /** @description Of the hub. */
                        token: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether this device made the account. */
                            is_new_user: boolean;
                            machine_id: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether sync is locked */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            enabled: boolean;
                            locked: boolean;
                            machine_id: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Stop sync and forget the keys
         * @description POST /sync/init unlocks it. No error when it is locked already.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync now
         * @description Answers when the round is done, or after 20 seconds while it goes on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password of the account
         * @description Sync has to be unlocked here. What was sent stays as it is: only the key to it is wrapped again. The other devices lock with their next round and ask for the new password (SYNC_PASSWORD_CHANGED).
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        new_password: string;
                        /** @description The present one. */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How sync is doing */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The other devices of the account, and former names of this one. */
                            devices: {
                                /** @description Whether this is a name that this device had before. What it sent under it still lies there; POST /data/delete-device removes it. */
                                former_name: boolean;
                                /** @description Whether it holds everything of all devices. */
                                keeper: boolean;
                                /** @description ISO 8601, UTC. */
                                last_seen_at: string;
                                machine_id: string;
                                /** @description Sent by that device. */
                                segments: number;
                                /** @description Of these, read here. */
                                segments_read: number;
                            }[];
                            /** @description Set up and unlocked. */
                            enabled: boolean;
                            is_syncing: boolean;
                            last_download_at: string | null;
                            /** @description Of the last round; null when it went well. */
                            last_error: string | null;
                            /** @description A stable word such as SYNC_UNREACHABLE. */
                            last_error_code: string | null;
                            /** @description ISO 8601, UTC: the last round that went well. */
                            last_sync: string | null;
                            machine_id: string | null;
                            next_sync_at: string | null;
                            /** @description Only with sync.wifiOnly, otherwise null: yes, no, or unknown where the system does not tell (anything but Linux); with the latter two nothing is sent. */
                            on_wifi: string | null;
                            /** @description Not sent yet. */
                            pending_changes: number;
                            /**
                             * @description keeper: this machine holds everything of all devices (sync.role).
                             * @enum {string}
                             */
                            role: "device" | "keeper";
                            /** @description Bytes that the account uses at the hub, when it reports. */
                            storage_used: number | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync now
         * @description Answers when the round is done, or after 20 seconds while it goes on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{content_type}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag a frame or an audio chunk
         * @description Tags are made on demand. A tag that is there already stays.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description `ocr` and `frame` mean the same as `vision`. */
                    content_type: "vision" | "ocr" | "frame" | "audio";
                    /** @description The frame id for `vision`, the audio chunk id for `audio`. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        tags: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        /**
         * Remove tags from a frame or an audio chunk
         * @description A tag that is not there is no error.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description `ocr` and `frame` mean the same as `vision`. */
                    content_type: "vision" | "ocr" | "frame" | "audio";
                    /** @description The frame id for `vision`, the audio chunk id for `audio`. */
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        tags: string[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            success: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/vision/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The tags of many frames at once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        frame_ids: number[];
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description By frame id. Frames without tags, and unknown ones, have an empty list. */
                            tags: {
                                [key: string]: string[];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened, in order of time
         * @description Oldest first, unless `order=descending`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. Leaves audio out. */
                    app_name?: string;
                    /** @description What to return: one of all, ocr, vision, audio, ui, accessibility, input, all_modalities, memory, or several of them joined with "+" (`memory` only alone). `all` is OCR, Audio and UI; `vision` is OCR and UI. */
                    content_type?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Put the images of frames into the items, as base64. */
                    include_frames?: boolean;
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description By time. */
                    order?: "ascending" | "descending";
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Part of the title of the window. Leaves audio out. */
                    window_name?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: (components["schemas"]["OCRItem"] | components["schemas"]["AudioItem"] | components["schemas"]["UIItem"] | components["schemas"]["InputItem"] | components["schemas"]["MemoryItem"])[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                            /** @description False when `pagination.total` is an estimate from the newest matches, because there are very many. With `count=false` it says whether the total is known, otherwise there are at least as many. */
                            total_is_exact?: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A time range as stretches of one application
         * @description Oldest first. A stretch ends where the next begins, or with its last frame when nothing was captured for five minutes. `granularity` is `hour` where there are too many frames to walk: each stretch is then a whole hour.
         */
        get: {
            parameters: {
                query: {
                    /** @description Only this application; its exact name. */
                    app_name?: string;
                    /** @description Only this display; without it, the one that had the focus. */
                    device_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description No more stretches than this: those too short to be drawn are joined. */
                    max?: number;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                app_name: string;
                                /** @description ISO 8601, UTC. */
                                end: string;
                                first_frame_id: number;
                                frames: number;
                                /** @description When several applications are joined: the busiest, and their shares of it. */
                                mixed?: {
                                    app_name: string;
                                    share: number;
                                }[];
                                /** @description Host of the web page; null outside of browsers. */
                                site: string | null;
                                /** @description ISO 8601, UTC. */
                                start: string;
                                /** @description Of the longest part, when several are joined. */
                                window_name: string;
                            }[];
                            /** @enum {string} */
                            granularity: "frame" | "hour";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was clicked, typed, copied and switched to
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name of the application. */
                    app_name?: string;
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description What happened. */
                    event_type?: "click" | "move" | "scroll" | "key" | "text" | "app_switch" | "window_focus" | "clipboard";
                    /** @description How many to return. More than 1000 is lowered to 1000. */
                    limit?: number;
                    /** @description How many to skip. */
                    offset?: number;
                    /** @description Part of the text, the application name or the window title. */
                    q?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                    /** @description Part of the title of the window. */
                    window_name?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The kinds that are noted now: wanted, and reported by this desktop. Wayland reports no keys and clicks. */
                            available: string[];
                            data: {
                                app_name: string | null;
                                app_pid: number | null;
                                browser_url: string | null;
                                button: number | null;
                                click_count: number | null;
                                delta_x: number | null;
                                delta_y: number | null;
                                /** @description What was under the pointer or had the focus. */
                                element: {
                                    automation_id?: string | null;
                                    /** @description JSON text with x, y, width and height. */
                                    bounds?: string | null;
                                    description?: string | null;
                                    name?: string | null;
                                    role?: string | null;
                                    value?: string | null;
                                } | null;
                                event_type: string;
                                frame_id: number | null;
                                id: number;
                                key_code: number | null;
                                modifiers: number | null;
                                /** @description Milliseconds since the session began. */
                                relative_ms: number;
                                session_id: string | null;
                                text_content: string | null;
                                text_length: number | null;
                                /** @description ISO 8601, UTC. */
                                timestamp: string;
                                window_title: string | null;
                                x: number | null;
                                y: number | null;
                            }[];
                            pagination: {
                                /** @description The limit that was applied. */
                                limit: number;
                                offset: number;
                                /** @description All matches, not only those of this page. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui-events/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often what happened in which application
         * @description Most frequent first, at most 100.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only items at or before this time. RFC 3339, a date alone (that whole day, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    end_time?: string;
                    /** @description Only items at or after this time. RFC 3339, a date alone (its first moment, UTC), Unix seconds or milliseconds, or relative such as `2h ago` or `now`. A time without a zone is UTC. */
                    start_time?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description `unknown` when the application is not known. */
                            app_name: string;
                            count: number;
                            event_type: string;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock the store
         * @description Stops capturing, closes the store and forgets its key; answers when that is done. 409 when the store is not encrypted.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/passphrase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the passphrase
         * @description The key of the store stays the same and is wrapped again, so it takes a second however much there is, and the store may be locked or not. The old passphrase opens nothing from then on, except backups that were made before. 403 and 429 as for `/vault/unlock`, 400 for a new one of fewer than 8 characters; nothing has changed then.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        new_password: string;
                        /** @description The passphrase so far; absent for a store that only the keyring of the system opened. */
                        password?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Encrypt the store
         * @description With a passphrase of at least 8 characters, which cannot be replaced when it is lost. A store with much in it takes minutes: `/vault/status` reports how far it is, and nothing is captured until it is done. 409 when it is encrypted already, 507 when there is too little room.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Keeps the key in the keyring of the system, so that a start needs no passphrase. Default: false. */
                        keyring?: boolean;
                        /** @description The passphrase; absent for a key that the keyring of the system has. */
                        password?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the store is encrypted and open
         * @description Answered in every state. While the store is not unlocked, all other routes but `/health` answer 423 (VAULT_LOCKED).
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of an encryption that goes on, from 0 to 1; else null. */
                            progress: number | null;
                            /** @description Whether the store is encrypted. */
                            set_up: boolean;
                            /**
                             * @description A store that is not encrypted is always unlocked.
                             * @enum {string}
                             */
                            state: "unlocked" | "locked" | "locking" | "unlocking" | "encrypting";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock the store
         * @description Answers when everything works again. 403 when the passphrase is wrong; after some wrong ones 429 for a while, with `retry_after_secs`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The passphrase; absent for a key that the keyring of the system has. */
                        password?: string;
                    };
                };
            };
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vision/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The monitors that can be captured */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            height: number;
                            id: number;
                            is_default: boolean;
                            name: string;
                            /** @description The same after a restart. */
                            stable_id: string;
                            width: number;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vision/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of the screen side since it started */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of the writes of the last five minutes, at most 200; 0 when there was none. */
                            avg_db_latency_ms: number;
                            avg_ocr_latency_ms: number;
                            capture_fps_actual: number;
                            frame_drop_rate: number;
                            frames_captured: number;
                            frames_db_written: number;
                            /** @description Refused because reading lagged behind. */
                            frames_dropped: number;
                            /** @description Pictures that showed nothing new. */
                            frames_skipped: number;
                            /** @description Moved from images into video chunks. */
                            frames_video_written: number;
                            /** @description Unix seconds; 0 for never. */
                            last_capture_attempt_ts: number;
                            /** @description Unix seconds; 0 for never. */
                            last_db_write_ts: number;
                            ocr_cache_hit_rate: number;
                            /** @description Lines whose text was known without reading. */
                            ocr_cache_hits: number;
                            ocr_cache_misses: number;
                            ocr_completed: number;
                            /** @description Frames whose text could not be read. */
                            ocr_failures: number;
                            ocr_queue_depth: number;
                            /** @description How often the reader died and was started again. */
                            ocr_restarts: number;
                            pipeline_stall_count: number;
                            time_to_first_frame_ms: number | null;
                            uptime_secs: number;
                            /** @description Of that video. */
                            video_bytes_after: number;
                            /** @description Of the images that became video. */
                            video_bytes_before: number;
                            video_chunks_written: number;
                            /** @description Code of the last failure to make video; null when all is well. */
                            video_last_error: string | null;
                            /** @description Images that wait to become video. */
                            video_queue_depth: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vision/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start capturing the screen */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vision/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the screen can be captured */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description ISO 8601, UTC. */
                            idle_since?: string;
                            /** @description The kinds of `/ui-events` that are noted now: wanted, and reported by this desktop. */
                            input_kinds: string[];
                            /** @description What is wrong or left out, and what to do. */
                            message?: string;
                            monitor_count?: number;
                            monitor_ids?: number[];
                            /** @description While a person has paused it. */
                            paused?: boolean;
                            /** @description The technology pictures come by. */
                            source?: string;
                            /** @enum {string} */
                            status: "ok" | "no_monitors" | "permission_denied" | "error";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vision/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop capturing the screen until it is started again */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request cannot be answered as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description The service cannot answer now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            success: boolean;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AudioItem: {
            content: {
                /** @description The id for /tags/audio/{id}. */
                chunk_id: number;
                device_name: string;
                /** @enum {string} */
                device_type: "Input" | "Output";
                /** @description Seconds within the file. */
                end_time: number | null;
                file_path: string;
                /** @description Of what was said, such as `de`. Null when it is not known. */
                language: string | null;
                offset_index: number;
                /** @description Further devices that heard the same, such as a microphone that hears the speakers. */
                other_devices: string[];
                speaker: {
                    id: number;
                    /** @description JSON text, or empty. */
                    metadata: string;
                    /** @description Empty when nobody has named the speaker. */
                    name: string;
                } | null;
                speaker_id: number | null;
                /** @description Name of the speaker, when there is one. */
                speaker_label: string | null;
                /** @description Seconds within the file. */
                start_time: number | null;
                tags: string[];
                /** @description ISO 8601, UTC. */
                timestamp: string;
                transcription: string;
            };
            group?: {
                /** @description ISO 8601, UTC. */
                end_time: string;
                /** @description Frames, audio chunks or UI texts, as the item is; this one first, 200 at most. */
                ids: number[];
                /** @description Items in it. */
                size: number;
                /** @description ISO 8601, UTC. */
                start_time: string;
            };
            match?: {
                /**
                 * @description picture: visible, with a place. text: on the screen, without a place. speech: heard.
                 * @enum {string}
                 */
                matched_in: "picture" | "text" | "speech";
                snippet?: {
                    /** @description Where the words stand in it, in UTF-16 units; the end is not included. */
                    marks: {
                        end: number;
                        start: number;
                    }[];
                    text: string;
                };
                text_positions?: {
                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                    bounds: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    };
                    confidence: number;
                    text: string;
                }[];
            };
            /** @constant */
            type: "Audio";
            why?: {
                /**
                 * @description What matched.
                 * @enum {string}
                 */
                by: "words" | "meaning" | "both";
                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                passage: string | null;
                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                place: {
                    audio_chunk_id?: number;
                    /** @description On the image, one for each line; may be empty. */
                    boxes?: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    }[];
                    /** @description Within the recording. */
                    end_secs?: number | null;
                    frame_id?: number;
                    /** @enum {string} */
                    kind: "screen" | "sound" | "text" | "note";
                    memory_id?: number;
                    /** @description Within the recording. */
                    start_secs?: number | null;
                };
                /** @description Of the meaning, at most 1; null when only words matched. */
                similarity: number | null;
            };
        };
        /** @description Further fields name what the error is about. */
        Error: {
            /** @description A stable word such as FRAME_NOT_FOUND. */
            code: string;
            /** @description What went wrong, for a person. */
            error: string;
            /** @description What to do about it. */
            hint?: string;
            /** @description The same text as `error`. */
            message: string;
            /** @constant */
            success: false;
        };
        InputItem: {
            content: {
                app_name: string | null;
                browser_url: string | null;
                element_name: string | null;
                element_role: string | null;
                /** @description click, move, scroll, key, text, app_switch, window_focus or clipboard. */
                event_type: string;
                id: number;
                key_code: number | null;
                modifiers: number | null;
                text_content: string | null;
                /** @description ISO 8601, UTC. */
                timestamp: string;
                window_title: string | null;
                x: number | null;
                y: number | null;
            };
            group?: {
                /** @description ISO 8601, UTC. */
                end_time: string;
                /** @description Frames, audio chunks or UI texts, as the item is; this one first, 200 at most. */
                ids: number[];
                /** @description Items in it. */
                size: number;
                /** @description ISO 8601, UTC. */
                start_time: string;
            };
            match?: {
                /**
                 * @description picture: visible, with a place. text: on the screen, without a place. speech: heard.
                 * @enum {string}
                 */
                matched_in: "picture" | "text" | "speech";
                snippet?: {
                    /** @description Where the words stand in it, in UTF-16 units; the end is not included. */
                    marks: {
                        end: number;
                        start: number;
                    }[];
                    text: string;
                };
                text_positions?: {
                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                    bounds: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    };
                    confidence: number;
                    text: string;
                }[];
            };
            /** @constant */
            type: "Input";
            why?: {
                /**
                 * @description What matched.
                 * @enum {string}
                 */
                by: "words" | "meaning" | "both";
                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                passage: string | null;
                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                place: {
                    audio_chunk_id?: number;
                    /** @description On the image, one for each line; may be empty. */
                    boxes?: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    }[];
                    /** @description Within the recording. */
                    end_secs?: number | null;
                    frame_id?: number;
                    /** @enum {string} */
                    kind: "screen" | "sound" | "text" | "note";
                    memory_id?: number;
                    /** @description Within the recording. */
                    start_secs?: number | null;
                };
                /** @description Of the meaning, at most 1; null when only words matched. */
                similarity: number | null;
            };
        };
        MemoryItem: {
            content: {
                content: string;
                /** @description ISO 8601, UTC. */
                created_at: string;
                frame_id: number | null;
                id: number;
                /** @description 0 to 1. */
                importance: number;
                source: string;
                /** @description Whatever the maker wants to keep with it. */
                source_context: {
                    [key: string]: unknown;
                } | null;
                tags: string[];
                /** @description ISO 8601, UTC. */
                timestamp: string;
                /** @description ISO 8601, UTC. */
                updated_at: string;
            };
            group?: {
                /** @description ISO 8601, UTC. */
                end_time: string;
                /** @description Frames, audio chunks or UI texts, as the item is; this one first, 200 at most. */
                ids: number[];
                /** @description Items in it. */
                size: number;
                /** @description ISO 8601, UTC. */
                start_time: string;
            };
            match?: {
                /**
                 * @description picture: visible, with a place. text: on the screen, without a place. speech: heard.
                 * @enum {string}
                 */
                matched_in: "picture" | "text" | "speech";
                snippet?: {
                    /** @description Where the words stand in it, in UTF-16 units; the end is not included. */
                    marks: {
                        end: number;
                        start: number;
                    }[];
                    text: string;
                };
                text_positions?: {
                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                    bounds: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    };
                    confidence: number;
                    text: string;
                }[];
            };
            /** @constant */
            type: "Memory";
            why?: {
                /**
                 * @description What matched.
                 * @enum {string}
                 */
                by: "words" | "meaning" | "both";
                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                passage: string | null;
                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                place: {
                    audio_chunk_id?: number;
                    /** @description On the image, one for each line; may be empty. */
                    boxes?: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    }[];
                    /** @description Within the recording. */
                    end_secs?: number | null;
                    frame_id?: number;
                    /** @enum {string} */
                    kind: "screen" | "sound" | "text" | "note";
                    memory_id?: number;
                    /** @description Within the recording. */
                    start_secs?: number | null;
                };
                /** @description Of the meaning, at most 1; null when only words matched. */
                similarity: number | null;
            };
        };
        OCRItem: {
            content: {
                app_name: string;
                browser_url: string | null;
                /** @description What made the service take this frame. */
                capture_trigger: string | null;
                /** @description The monitor. */
                device_name: string;
                /** @description Image or video file; empty when only text was stored. */
                file_path: string;
                focused: boolean | null;
                /** @description JPEG in base64, with `include_frames`. Null when the file is missing. */
                frame: string | null;
                frame_id: number;
                frame_name: string | null;
                /** @description The machine that recorded it; null until sync is set up. */
                machine_id: string | null;
                /** @description Number of the frame within a video; else 0. */
                offset_index: number;
                /** @description Why there is no picture: `off` (recorded without), `retention` or `rule`. Absent otherwise. */
                picture_gone?: string;
                tags: string[];
                text: string;
                /** @description accessibility, ocr or hybrid. */
                text_source: string | null;
                /** @description ISO 8601, UTC. */
                timestamp: string;
                window_name: string;
            };
            group?: {
                /** @description ISO 8601, UTC. */
                end_time: string;
                /** @description Frames, audio chunks or UI texts, as the item is; this one first, 200 at most. */
                ids: number[];
                /** @description Items in it. */
                size: number;
                /** @description ISO 8601, UTC. */
                start_time: string;
            };
            match?: {
                /**
                 * @description picture: visible, with a place. text: on the screen, without a place. speech: heard.
                 * @enum {string}
                 */
                matched_in: "picture" | "text" | "speech";
                snippet?: {
                    /** @description Where the words stand in it, in UTF-16 units; the end is not included. */
                    marks: {
                        end: number;
                        start: number;
                    }[];
                    text: string;
                };
                text_positions?: {
                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                    bounds: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    };
                    confidence: number;
                    text: string;
                }[];
            };
            /** @constant */
            type: "OCR";
            why?: {
                /**
                 * @description What matched.
                 * @enum {string}
                 */
                by: "words" | "meaning" | "both";
                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                passage: string | null;
                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                place: {
                    audio_chunk_id?: number;
                    /** @description On the image, one for each line; may be empty. */
                    boxes?: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    }[];
                    /** @description Within the recording. */
                    end_secs?: number | null;
                    frame_id?: number;
                    /** @enum {string} */
                    kind: "screen" | "sound" | "text" | "note";
                    memory_id?: number;
                    /** @description Within the recording. */
                    start_secs?: number | null;
                };
                /** @description Of the meaning, at most 1; null when only words matched. */
                similarity: number | null;
            };
        };
        UIItem: {
            content: {
                app_name: string;
                browser_url: string | null;
                file_path: string;
                frame_name: string | null;
                id: number;
                initial_traversal_at: string | null;
                offset_index: number;
                text: string;
                /** @description ISO 8601, UTC. */
                timestamp: string;
                window_name: string;
            };
            group?: {
                /** @description ISO 8601, UTC. */
                end_time: string;
                /** @description Frames, audio chunks or UI texts, as the item is; this one first, 200 at most. */
                ids: number[];
                /** @description Items in it. */
                size: number;
                /** @description ISO 8601, UTC. */
                start_time: string;
            };
            match?: {
                /**
                 * @description picture: visible, with a place. text: on the screen, without a place. speech: heard.
                 * @enum {string}
                 */
                matched_in: "picture" | "text" | "speech";
                snippet?: {
                    /** @description Where the words stand in it, in UTF-16 units; the end is not included. */
                    marks: {
                        end: number;
                        start: number;
                    }[];
                    text: string;
                };
                text_positions?: {
                    /** @description Fractions of the image (0 to 1), from its top left corner. */
                    bounds: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    };
                    confidence: number;
                    text: string;
                }[];
            };
            /** @constant */
            type: "UI";
            why?: {
                /**
                 * @description What matched.
                 * @enum {string}
                 */
                by: "words" | "meaning" | "both";
                /** @description The part of the text that matched. Where only the title of a window matched, this can be text below it. */
                passage: string | null;
                /** @description screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place. */
                place: {
                    audio_chunk_id?: number;
                    /** @description On the image, one for each line; may be empty. */
                    boxes?: {
                        height: number;
                        left: number;
                        top: number;
                        width: number;
                    }[];
                    /** @description Within the recording. */
                    end_secs?: number | null;
                    frame_id?: number;
                    /** @enum {string} */
                    kind: "screen" | "sound" | "text" | "note";
                    memory_id?: number;
                    /** @description Within the recording. */
                    start_secs?: number | null;
                };
                /** @description Of the meaning, at most 1; null when only words matched. */
                similarity: number | null;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
