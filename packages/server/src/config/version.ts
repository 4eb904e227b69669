import manifest from '../../package.json' with { type: 'json' }

/** Version of this server, `major.minor.patch`, from its package.json. */
export const VERSION: string = manifest.version
