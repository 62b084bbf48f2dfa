/**
 * The part of the `x11` package (which ships no types) that capture uses. Callbacks follow Node's form; a callback that returns
 * true has dealt with the error, otherwise the client also emits it as an 'error' event.
 */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';

  namespace x11 {
    // biome-ignore lint/suspicious/noConfusingVoidType: a callback may answer or not.
    type Reply<T> = (error: Error | null | undefined, value: T) => boolean | void;

    interface Extension {
      readonly majorOpcode: number;
      readonly firstEvent: number;
    }

    interface Shm extends Extension {
      usable(reply: Reply<boolean>): void;
      AttachFd(segment: number, file: number, isReadOnly: boolean, done: Reply<void>): void;
      Detach(segment: number): void;
      GetImage(
        drawable: number,
        x: number,
        y: number,
        width: number,
        height: number,
        planeMask: number,
        format: number,
        segment: number,
        offset: number,
        reply: Reply<{ depth: number; size: number }>,
      ): void;
    }

    interface Damage extends Extension {
      readonly ReportLevel: { readonly NonEmpty: number };
      Create(damage: number, drawable: number, level: number): void;
      Subtract(damage: number, repair: number, parts: number): void;
      Destroy(damage: number): void;
    }

    interface Rectangle {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }

    interface Fixes extends Extension {
      CreateRegion(region: number, rectangles: readonly Rectangle[]): void;
      DestroyRegion(region: number): void;
      FetchRegion(
        region: number,
        reply: Reply<{ extents: Rectangle; rectangles: Rectangle[] }>,
      ): void;
      SelectSelectionInput(window: number, selection: number, mask: number): void;
    }

    interface Randr extends Extension {
      readonly NotifyMask: { readonly ScreenChange: number; readonly All: number };
      SelectInput(window: number, mask: number): void;
    }

    interface XInput extends Extension {
      /** Absent on servers older than XInput 2. */
      readonly xi2: { readonly majorVersion: number } | null;
      XISelectEvents(
        window: number,
        selection: { deviceId: number; mask: readonly string[] },
      ): void;
    }

    interface ScreenSaver {
      readonly eventMask: { readonly Notify: number };
      QueryInfo(drawable: number, reply: Reply<{ readonly state: number }>): void;
      SelectInput(drawable: number, eventMask: number): void;
    }

    interface Dpms {
      /** The power level, and whether monitors are switched off at all. */
      Info(reply: Reply<readonly [number, number]>): void;
    }

    interface ClientId {
      readonly value: readonly number[];
    }

    interface Resources {
      readonly ClientIdMask: { readonly LocalClientPID: number };
      QueryClientIds(
        specs: readonly { client: number; mask: number }[],
        reply: Reply<ClientId[]>,
      ): void;
    }

    interface Extensions {
      shm: Shm;
      damage: Damage;
      fixes: Fixes;
      randr: Randr;
      xinput: XInput;
      'screen-saver': ScreenSaver;
      dpms: Dpms;
      res: Resources;
    }

    interface Event {
      readonly type: number;
      readonly name?: string;
      readonly wid?: number;
      /** Of `ConfigureNotify`: the window; `wid` is whoever listens. */
      readonly wid1?: number;
      readonly overrideRedirect?: boolean | number;
      readonly atom?: number;
      readonly state?: number;
      readonly detail?: number;
      readonly flags?: number;
      readonly selection?: number;
      readonly property?: number;
      readonly owner?: number;
      readonly requestor?: number;
      readonly target?: number;
      readonly time?: number;
      readonly damage?: number;
    }

    interface Property {
      readonly type: number;
      readonly bytesAfter: number;
      readonly data: Buffer;
    }

    interface Pointer {
      readonly child: number;
      readonly rootX: number;
      readonly rootY: number;
      readonly keyMask: number;
    }

    interface Geometry {
      readonly depth: number;
      readonly xPos: number;
      readonly yPos: number;
      readonly width: number;
      readonly height: number;
      readonly borderWidth: number;
    }

    interface WindowAttributes {
      /** 2 is viewable: the window and all its ancestors are mapped. */
      readonly mapState: number;
      readonly overrideRedirect: number;
      /** 1 draws, 2 only takes input. */
      readonly klass: number;
    }

    interface Client extends EventEmitter {
      readonly stream: NodeJS.EventEmitter & { destroy?(): void };
      readonly replies: Record<number, unknown>;
      seq_num: number;
      atoms: Readonly<Record<string, number>>;
      readonly pack_stream: {
        put(request: Buffer): void;
        submit(expectsReply: boolean): void;
        /** Of the socket. */
        readonly stats: { readonly writes: number };
      };
      AllocID(): number;
      ReleaseID(id: number): void;
      require<N extends keyof Extensions>(name: N, reply: Reply<Extensions[N]>): void;
      InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
      GetAtomName(atom: number, reply: Reply<string>): void;
      GetProperty(
        remove: number,
        window: number,
        property: number,
        type: number,
        offsetWords: number,
        lengthWords: number,
        reply: Reply<Property>,
      ): void;
      DeleteProperty(window: number, property: number, reply: Reply<void>): void;
      QueryTree(window: number, reply: Reply<{ parent: number; children: number[] }>): void;
      GetWindowAttributes(window: number, reply: Reply<WindowAttributes>): void;
      ChangeWindowAttributes(
        window: number,
        values: { eventMask: number },
        reply: Reply<void>,
      ): void;
      GetSelectionOwner(selection: number, reply: Reply<number>): void;
      GetGeometry(drawable: number, reply: Reply<Geometry>): void;
      QueryPointer(window: number, reply: Reply<Pointer>): void;
      GetKeyboardMapping(firstKeycode: number, count: number, reply: Reply<number[][]>): void;
      GetImage(
        format: number,
        drawable: number,
        x: number,
        y: number,
        width: number,
        height: number,
        planeMask: number,
        reply: Reply<{ depth: number; data: Buffer }>,
      ): void;
      CreateWindow(
        window: number,
        parent: number,
        x: number,
        y: number,
        width: number,
        height: number,
        borderWidth: number,
        depth: number,
        klass: number,
        visual: number,
        values: { eventMask?: number; overrideRedirect?: boolean; backgroundPixel?: number },
      ): void;
      MapWindow(window: number): void;
      DestroyWindow(window: number): void;
      ConvertSelection(
        requestor: number,
        selection: number,
        target: number,
        property: number,
        time: number,
      ): void;
      SetSelectionOwner(owner: number, selection: number, time: number): void;
      ChangeProperty(
        mode: number,
        window: number,
        property: number,
        type: number,
        bitsPerUnit: number,
        data: Buffer,
      ): void;
      SendEvent(
        destination: number,
        propagate: number,
        eventMask: number,
        event: { name: string; [field: string]: unknown },
      ): void;
      sync(reply: Reply<void>): void;
      terminate(): void;
    }

    interface Screen {
      readonly root: number;
      readonly root_depth: number;
      readonly pixel_width: number;
      readonly pixel_height: number;
    }

    interface Display {
      readonly client: Client;
      readonly screen: readonly Screen[];
      readonly min_keycode: number;
      readonly max_keycode: number;
    }

    const eventMask: {
      readonly PropertyChange: number;
      readonly StructureNotify: number;
      readonly SubstructureNotify: number;
    };
    /** `description` starts with the character in brackets where the key writes one. */
    const keySyms: Readonly<Record<string, { code: number; description: string | null }>>;
    interface ClientOptions {
      display: string;
      /** Requests wait for others; without `flushOnReply` also those that someone waits for, until the turn of the event loop ends. */
      bufferRequests?: { flushOnReply: boolean; maxDelay: number };
    }
    function createClient(options: ClientOptions, ready: Reply<Display>): Client;
  }

  export = x11;
}
