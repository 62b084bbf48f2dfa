declare module '@20minutes/s3rver' {
  /** The part that the tests use. */
  // biome-ignore lint/style/noDefaultExport: it is that of the package
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: readonly string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
