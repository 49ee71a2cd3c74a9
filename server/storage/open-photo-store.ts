import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '#server/config/config.ts';
import { createDiskPhotoStore, type PhotoStore } from './photo-store.ts';
import { parseS3Url, type S3Config } from './s3-url.ts';
import { errorCodeOf } from './storage-error.ts';

/** What stores say of keys that they don't know, or that may not do what was asked. */
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
 * The market's photos: in the bucket of PHOTO_STORE, or else below the data folder. A bucket is tried out, so that what is
 * wrong with it is known before anyone is served.
 * @throws Error in one line that names PHOTO_STORE and the mend, and no key
 */
export async function openPhotoStore({
	photoStore,
	dataDir,
}: Pick<Config, 'photoStore' | 'dataDir'>): Promise<PhotoStore> {
	if (photoStore === undefined) return createDiskPhotoStore(join(dataDir, 'photos'));
	const s3Config = parseConfiguredUrl(photoStore);
	// The client takes a while to load and room in memory, which a market with its photos on disk need not spend.
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

/** Everything that is ever asked of it, on a file of a name that no photo has: what is left of it goes with a sweep. */
async function probeStore(store: PhotoStore): Promise<void> {
	const name = `probe-${randomUUID()}`;
	const written = Buffer.from(name);
	await store.put(name, written);
	const photo = await store.read(name);
	const isSame = photo !== undefined && (await buffer(photo.content)).equals(written);
	if (!isSame) throw new Error('what is written can not be read again');
	for await (const _any of store.list()) break;
	await store.remove(name);
	if (await store.find(name)) throw new Error('what is removed is still there');
}

function explainFailure(error: unknown, { endpoint, bucket, region }: S3Config): string {
	const cause = error instanceof Error && error.cause ? error.cause : error;
	const code = errorCodeOf(cause);
	const codeSuffix = code ? ` (${code})` : '';
	if (WRONG_KEYS.includes(code)) {
		return `${endpoint} refuses these keys${codeSuffix}. Give those of an account that may list the bucket ${bucket} and read, write and remove in it.`;
	}
	if (code === 'NoSuchBucket' || code === 'NotFound') {
		return `there is no bucket ${bucket} at ${endpoint}${codeSuffix}. Make it, or name another.`;
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
