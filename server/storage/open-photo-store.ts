import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '#server/config/config.ts';
import { createDiskPhotoStore } from './disk-photo-store.ts';
import { errorCodeOf, type PhotoStore, parseS3Url, type S3Config } from './photo-store.ts';

/** Error codes for unknown keys or missing permissions. */
const WRONG_KEYS = [
	'AccessDenied',
	'Forbidden',
	'InvalidAccessKeyId',
	'SignatureDoesNotMatch',
	'Unauthorized',
];
const WRONG_REGION = [
	'AuthorizationHeaderMalformed',
	'PermanentRedirect',
	'IllegalLocationConstraintException',
];
const WRONG_CLOCK = ['RequestTimeTooSkewed', 'RequestExpired'];

/**
 * Opens the photo store: the bucket of PHOTO_STORE, or a folder in the data folder. A bucket is probed, so that errors
 * are found before requests are served.
 * @throws Error in one line that names PHOTO_STORE and the fix, without keys
 */
export async function openPhotoStore({
	photoStore,
	dataDir,
}: Pick<Config, 'photoStore' | 'dataDir'>): Promise<PhotoStore> {
	if (photoStore === undefined) return createDiskPhotoStore(join(dataDir, 'photos'));
	const s3Config = parseConfiguredUrl(photoStore);
	// Loaded only if needed: the S3 client costs startup time and memory.
	const { createS3PhotoStore } = await import('./s3-photo-store.ts');
	const store = createS3PhotoStore(s3Config);
	try {
		await probeStore(store);
		return store;
	} catch (error) {
		store.close();
		throw new Error(`PHOTO_STORE: ${explainFailure(error, s3Config)}`);
	}
}

function parseConfiguredUrl(address: string): S3Config {
	try {
		return parseS3Url(address);
	} catch {
		throw new Error('PHOTO_STORE: write % in the key or the secret as %25.');
	}
}

/** Tries every operation with a file name that no photo has; the nightly sweep removes it if it is left behind. */
async function probeStore(store: PhotoStore): Promise<void> {
	const name = `probe-${randomUUID()}`;
	const written = Buffer.from(name);
	await store.put(name, written);
	const photo = await store.read(name);
	const isSame = photo !== undefined && (await buffer(photo.content)).equals(written);
	if (!isSame) throw new Error('a written file cannot be read');
	for await (const _any of store.list()) break;
	await store.remove(name);
	if (await store.find(name)) throw new Error('a removed file still exists');
}

function explainFailure(error: unknown, { endpoint, bucket, region }: S3Config): string {
	const cause = error instanceof Error && error.cause ? error.cause : error;
	const code = errorCodeOf(cause);
	const codeSuffix = code ? ` (${code})` : '';
	if (WRONG_KEYS.includes(code)) {
		return `${endpoint} refuses these keys${codeSuffix}. Give those of an account that may list the bucket ${bucket} and read, write and remove in it.`;
	}
	if (code === 'NoSuchBucket' || code === 'NotFound') {
		return `there is no bucket ${bucket} at ${endpoint}${codeSuffix}. Make it, or use another.`;
	}
	if (WRONG_REGION.includes(code)) {
		return `the bucket ${bucket} is not in the region ${region}${codeSuffix}. Name its own as ?region=name.`;
	}
	if (WRONG_CLOCK.includes(code)) {
		return `${endpoint} has another time than this computer${codeSuffix}. Set the clock.`;
	}
	if (cause instanceof Error && '$fault' in cause) {
		return `${endpoint} does not do what is asked of the bucket ${bucket}${codeSuffix}.`;
	}
	const reason = codeSuffix || ` (${cause instanceof Error ? cause.message : String(cause)})`;
	return `no S3 store answers at ${endpoint}${reason}. Name the host that has one, with its port; tls=off where it speaks plain http on this computer.`;
}
