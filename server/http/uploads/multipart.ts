import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { glob, mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';

/** An uploaded file, kept on disk until its request has been handled. */
export interface UploadedFile {
	/** The name on the sender's device, without folders. */
	name: string;
	path: string;
	/** Bytes; one more than the largest limit if it was truncated. */
	size: number;
}

export interface Upload {
	fields: unknown;
	files: readonly UploadedFile[];
}

/** Limit for the parts of a request, fields and files together; our own forms send far fewer. */
const MAX_PARTS = 64;
const FIELD_MAX_BYTES = 64 * 1024;
/** The largest limit for a file in any form. */
const FILE_MAX_BYTES = Math.max(PHOTO_LIMITS.editMaxBytes, CHAT_LIMITS.photoMaxBytes);
/**
 * Enough for a dozen files of the largest size that the item form allows, and for fields as large as one such file: so
 * that 'up to 4 photos' can be reported after the errors of the fields.
 */
const BODY_MAX_BYTES = 13 * PHOTO_LIMITS.editMaxBytes;

/** Accepts multipart bodies; their files are written below `folder`, which is emptied first. */
export async function mountUploads(app: FastifyInstance, folder: string): Promise<void> {
	await openUploadFolder(app, folder);
	await app.register(multipart, {
		throwFileSizeLimit: false,
		limits: {
			fileSize: FILE_MAX_BYTES + 1,
			files: MAX_PARTS,
			parts: MAX_PARTS,
			fields: MAX_PARTS,
			fieldSize: FIELD_MAX_BYTES,
			fieldNameSize: 100,
			headerPairs: 50,
		},
	});
	app.decorate('uploadFolder', folder);
	app.decorateRequest('filesFolder', null);
}

/** No request needs its files for longer than this, even with many photos queued before it. */
const MAX_AGE_MS = 3_600_000;

/**
 * Empties the upload folder of this instance: files in it are left from a run that crashed. Also
 * removes old uploads of other instances, now and every hour. An instance that never returns, such
 * as a container of the last release, leaves original photos of users behind.
 */
export async function openUploadFolder(app: FastifyInstance, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const deleteLeftovers = () =>
		deleteOlder(dirname(folder)).catch((error) =>
			app.log.error({ err: error }, 'old upload files could not be removed'),
		);
	await deleteLeftovers();
	const timer = setInterval(() => void deleteLeftovers(), MAX_AGE_MS).unref();
	app.addHook('onClose', async () => clearInterval(timer));
}

/** Deletes the folders of old requests. Each request has its own folder in the upload folder of its instance. */
async function deleteOlder(dataDir: string): Promise<void> {
	for await (const request of glob('uploads*/*', { cwd: dataDir })) {
		const path = join(dataDir, request);
		// The instance that handles the request may be removing the folder at the same time.
		const stats = await stat(path).catch(() => undefined);
		if (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) {
			await rm(path, { recursive: true, force: true });
		}
	}
}

/**
 * Reads a multipart body to its end, even after an error: text fields into an object, files of `fileField` to disk. A
 * field declared as JSON is parsed; a text field sent as a file, as browsers send a Blob, is read as text. A body above
 * the limit is not read to its end: its connection closes soon after the response.
 * @throws AppError invalid for a repeated or over-long field and for an incomplete or malformed body; too_large above
 * the limit; Fastify's own 4xx for too many parts
 */
export async function readUpload(
	request: FastifyRequest,
	reply: FastifyReply,
	fileField: string,
): Promise<Upload> {
	const folder = join(request.server.uploadFolder, randomUUID());
	await mkdir(folder);
	request.filesFolder = folder;
	// The parser would wait for ever for a connection that was closed before the parser is attached.
	if (request.raw.destroyed) throw new AppError('invalid', REQUEST_ERRORS.badRequest);
	const controller = new AbortController();
	const upload: UploadInProgress = {
		fields: Object.create(null),
		files: [],
		error: undefined,
		signal: controller.signal,
	};
	async function readParts(): Promise<void> {
		for await (const part of request.parts()) {
			if (part.type === 'field') addField(part, upload);
			else if (part.fieldname === fileField) await addFile(part, folder, upload);
			else if (isText(part)) addField(await readFieldText(part), upload);
			else part.file.resume();
		}
	}
	try {
		await Promise.race([readParts(), rejectTooLarge(request)]);
	} catch (error) {
		// Closes the file being written, which would otherwise stay open.
		controller.abort();
		// Discards the rest of the body: a client that is still sending could otherwise not read the response.
		request.raw.unpipe();
		request.raw.resume();
		if (error instanceof AppError) reply.header('connection', 'close');
		throw isClientError(error) ? new AppError('invalid', REQUEST_ERRORS.badRequest) : error;
	}
	if (upload.error) throw upload.error;
	return upload;
}

/**
 * Limits the size of a body, also while it is only discarded. The promise never resolves.
 * @throws AppError too_large once the body exceeds the limit
 */
function rejectTooLarge({ raw: body }: FastifyRequest): Promise<never> {
	return new Promise((_resolve, reject) => {
		let size = 0;
		// Listening earlier would start the flow before the parser is attached.
		body.once('resume', () =>
			body.on('data', (chunk: Buffer) => {
				size += chunk.length;
				if (size > BODY_MAX_BYTES) reject(new AppError('too_large', REQUEST_ERRORS.tooLarge));
				// After another refusal, such as too many parts, only the end of the connection stops a body without end.
				if (size > 2 * BODY_MAX_BYTES) body.destroy();
			}),
		);
	});
}

interface UploadInProgress {
	fields: Record<string, unknown>;
	files: UploadedFile[];
	/** The first invalid field; thrown when everything has been read. */
	error: AppError | undefined;
	/** Aborts when the form is not read any further. */
	signal: AbortSignal;
}

/**
 * Whether the client caused an error: with a malformed body, invalid JSON in a field or a disconnect. Errors of the
 * parser's limits have a status of their own, and errors of our disk have a `syscall`.
 */
function isClientError(error: unknown): boolean {
	if (!(error instanceof Error) || error instanceof AppError) return false;
	if ('code' in error && error.code === 'FST_INVALID_JSON_FIELD_ERROR') return true;
	return !('statusCode' in error) && !('syscall' in error);
}

/**
 * Removes the request's files. Called when the handler has ended rather than when the response is sent: a client that
 * disconnects gets no response.
 */
export async function deleteUpload(request: FastifyRequest): Promise<void> {
	if (request.filesFolder) await rm(request.filesFolder, { recursive: true, force: true });
}

type Field = Pick<MultipartValue, 'fieldname' | 'value' | 'valueTruncated'>;

function addField({ fieldname, value, valueTruncated }: Field, upload: UploadInProgress): void {
	if (valueTruncated || fieldname in upload.fields) {
		upload.error ??= invalidField(fieldname, REQUEST_ERRORS.badRequest);
	} else {
		upload.fields[fieldname] = value;
	}
}

function isText({ mimetype }: MultipartFile): boolean {
	return mimetype === 'application/json' || mimetype.startsWith('text/');
}

async function readFieldText({ fieldname, file }: MultipartFile): Promise<Field> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of file as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= FIELD_MAX_BYTES) chunks.push(chunk);
	}
	const value = Buffer.concat(chunks).toString();
	return { fieldname, value, valueTruncated: size > FIELD_MAX_BYTES };
}

/** Writes a file to disk. Browsers send an empty file input as a part without name and content, which is ignored. */
async function addFile(
	part: MultipartFile,
	folder: string,
	{ files, signal }: UploadInProgress,
): Promise<void> {
	const path = join(folder, String(files.length));
	const target = createWriteStream(path);
	await pipeline(part.file, target, { signal });
	if (!part.filename && target.bytesWritten === 0) return;
	const name = displayNameOf(part.filename) || `photo ${files.length + 1}`;
	files.push({ name, path, size: target.bytesWritten });
}

/** Strips folders and limits the length for messages; may be empty. */
function displayNameOf(filename: string): string {
	const name = basename(filename.replaceAll('\\', '/'));
	return /^\.+$/.test(name) ? '' : [...name.toWellFormed()].slice(0, 200).join('');
}

declare module 'fastify' {
	interface FastifyInstance {
		uploadFolder: string;
	}
	interface FastifyRequest {
		/** The folder of this request's files, until the request has been handled. */
		filesFolder: string | null;
	}
}
