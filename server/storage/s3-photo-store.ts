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
import { keyOf, type PhotoContent, type PhotoStore, type StoredFile } from './photo-store.ts';
import type { S3Config } from './s3-url.ts';
import { toStorageError } from './storage-error.ts';

/** For an answer to begin; a request is tried three times, so what hangs is known to be over in some seconds. */
const RESPONSE_TIMEOUT_MS = 2000;
const CONNECT_TIMEOUT_MS = 1000;
const MAX_ATTEMPTS = 3;
/** For the next bytes of a photo. As long as a slow phone may take for what it was given before. */
const IDLE_MS = 30_000;
/** Connections that write, remove and list. A sweep removes hundreds of files at a time, which then wait for each other. */
const MAX_WRITE_CONNECTIONS = 50;

/**
 * Keeps photos in a bucket of any S3 store. A whole file is put by one request, which such a store makes durable before it
 * answers, and all or nothing.
 *
 * Who looks at a photo keeps a connection for as long as their phone takes to receive it. So those have no limit but that
 * of people asking at a time, and none of their own connections are taken from what stores photos.
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
				const found = await writeClient.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) }));
				return { size: found.ContentLength ?? 0 };
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
		// Stores other than Amazon's seldom have a host name for each bucket,
		forcePathStyle: true,
		// nor know the checksums behind a body that the client would send by itself.
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
	// Under Node the body is always one of its streams.
	return { size: ContentLength ?? 0, content: Body as Readable };
}

/** A thousand at a time, as stores give them. What is not where a photo of ours would be is somebody else's. */
async function* list(client: S3Client, Bucket: string): AsyncGenerator<StoredFile> {
	let ContinuationToken: string | undefined;
	do {
		const page = await withStorageErrors(() =>
			client.send(new ListObjectsV2Command({ Bucket, ContinuationToken })),
		);
		for (const { Key = '', LastModified } of page.Contents ?? []) {
			const name = Key.slice(Key.lastIndexOf('/') + 1);
			if (LastModified && Key === keyOf(name)) yield { name, modifiedAt: LastModified };
		}
		ContinuationToken = page.NextContinuationToken;
	} while (ContinuationToken);
}

/** @throws StorageFault for whatever goes wrong: a store's own words name keys and what was signed */
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
			// A bucket that is missing has another name.
			if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name))
				return undefined;
			throw error;
		}
	});
}
