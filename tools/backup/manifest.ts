import * as z from 'zod/mini';
import { sequence, table } from './tables.ts';

/** The name of the entry with the manifest. */
export const MANIFEST = 'manifest.json';
/** The version of the backup format that this version of the app writes, and the only one that it reads. */
const FORMAT = 1;

/** The first entry of a backup. */
const manifest = z.object({
	format: z.literal(FORMAT),
	/** When the snapshot of the database was taken. */
	takenAt: z.iso.datetime(),
	/** The name of the newest migration. */
	migration: z.string(),
	/** The schema version of the job queue; null if the database has none. */
	jobs: z.nullable(z.int()),
	tables: z.array(table),
	/** The number of photo files that the tables refer to. */
	photos: z.int(),
});
export type Manifest = z.infer<typeof manifest>;

export const sequences = z.array(sequence);

/** Names of the entries of a backup. */
export const ENTRY_NAMES = {
	sequences: 'sequences.json',
	table: (schema: string, name: string) => `tables/${schema}.${name}.copy`,
	photo: (name: string) => `photos/${name}`,
	secret: (name: string) => `secrets/${name}`,
} as const;

/**
 * Files with secrets in the data folder. `jwt-secret` signs tokens and encrypts two-step secrets; the passwords of the
 * demo are derived from `demo-secret`.
 */
export const SECRETS = ['jwt-secret', 'demo-secret'] as const;

export function createManifest(fields: Omit<Manifest, 'format'>): Manifest {
	return { format: FORMAT, ...fields };
}

/** @throws Error when the manifest was written in another format, by another version of the app */
export function parseManifest(json: string): Manifest {
	const parsed = z.safeParse(manifest, JSON.parse(json));
	if (parsed.success) return parsed.data;
	throw new Error(
		'This backup was written by another version of the market, which can restore it.',
	);
}
