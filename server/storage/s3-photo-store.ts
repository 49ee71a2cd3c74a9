import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	HeadObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
} from '@aws-sdk/client-s3';
import {
	keyOf,
	nameOfKey,
	type PhotoContent,
	type PhotoStore,
	type S3Config,
	type StoredFile,
	toStorageError,
} from './photo-store.ts';

/** Time until a response starts. A request is tried three times, so a hanging store is detected within some seconds. */
const RESPONSE_TIMEOUT_MS = 2000;
const CONNECT_TIMEOUT_MS = 1000;
const MAX_ATTEMPTS = 3;
/** Time until the next bytes of a photo: a slow phone may need this long to receive the previous ones. */
const IDLE_MS = 30_000;
/** Connections for all requests except reads. A sweep removes hundreds of files at once, which then queue here. */
const MAX_WRITE_CONNECTIONS = 50;

/**
 * Stores photos in a bucket of any S3 store. A file is written by one PUT request, which such a store completes
 * atomically and durably before it replies.
 * A download occupies a connection for as long as the phone takes to receive it. Reads therefore have a client of their
 * own without a connection limit, and never take connections from writes.
 */
export function createS3PhotoStore(config: S3Config): PhotoStore {
	const { bucket: Bucket } = config;
	const readClient = createClient(config, Number.POSITIVE_INFINITY);
	const writeClient = createClient(config, MAX_WRITE_CONNECTIONS);
	return {
		put: (name, bytes) =>
			withStorageErrors(async () => {
				const ContentType = 'image/webp';
				await writeClient.send(
					new PutObjectCommand({ Bucket, Key: keyOf(name), Body: bytes, ContentType }),
				);
			}),
		find: (name) =>
			undefinedIfMissing(async () => {
				const head = await writeClient.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) }));
				return { size: head.ContentLength ?? 0 };
			}),
		read: (name) => undefinedIfMissing(() => read(readClient, Bucket, name)),
		readBuffer: (name) =>
			undefinedIfMissing(async () => buffer((await read(readClient, Bucket, name)).content)),
		remove: (name) =>
			withStorageErrors(async () => {
				await writeClient.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
			}),
		list: () => list(writeClient, Bucket),
		close() {
			readClient.destroy();
			writeClient.destroy();
		},
	};
}

function createClient({ endpoint, region, key, secret }: S3Config, maxSockets: number): S3Client {
	const agent = { keepAlive: true, maxSockets };
	return new S3Client({
		endpoint,
		region,
		credentials: { accessKeyId: key, secretAccessKey: secret },
		// Stores other than Amazon's rarely support a host name per bucket.
		forcePathStyle: true,
		// Nor do they support the trailing checksums that the client sends by default.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		retryMode: 'standard',
		maxAttempts: MAX_ATTEMPTS,
		requestHandler: {
			connectionTimeout: CONNECT_TIMEOUT_MS,
			requestTimeout: RESPONSE_TIMEOUT_MS,
			throwOnRequestTimeout: true,
			socketTimeout: IDLE_MS,
			httpAgent: agent,
			httpsAgent: agent,
		},
	});
}

async function read(client: S3Client, Bucket: string, name: string): Promise<PhotoContent> {
	const { Body, ContentLength } = await client.send(
		new GetObjectCommand({ Bucket, Key: keyOf(name) }),
	);
	// In Node the body is always a Readable.
	return { size: ContentLength ?? 0, content: Body as Readable };
}

/** Lists all files, a thousand per request. Ignores other keys, whose files are not ours. */
async function* list(client: S3Client, Bucket: string): AsyncGenerator<StoredFile> {
	let ContinuationToken: string | undefined;
	do {
		const page = await withStorageErrors(() =>
			client.send(new ListObjectsV2Command({ Bucket, ContinuationToken })),
		);
		for (const { Key = '', LastModified } of page.Contents ?? []) {
			const name = nameOfKey(Key);
			if (LastModified && name) yield { name, modifiedAt: LastModified };
		}
		ContinuationToken = page.NextContinuationToken;
	} while (ContinuationToken);
}

/** @throws StorageError for every failure, because error texts of stores contain keys and signed data */
async function withStorageErrors<T>(request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		throw toStorageError(error);
	}
}

function undefinedIfMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
	return withStorageErrors(async () => {
		try {
			return await request();
		} catch (error) {
			// A missing bucket has another error name.
			if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name))
				return undefined;
			throw error;
		}
	});
}
