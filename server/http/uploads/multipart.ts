import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { openUploadFolder } from './temp-folder.ts';

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

/**
 * Files stored per request. Further files are counted but not stored. So 'up to 4 photos' can be
 * reported after the errors of the fields.
 */
const MAX_KEPT_FILES = 12;
/** Limit for the parts of a request, fields and files together; our own forms send far fewer. */
const MAX_PARTS = 64;
const FIELD_MAX_BYTES = 64 * 1024;
/** The largest limit for a file in any form. */
const FILE_MAX_BYTES = Math.max(PHOTO_LIMITS.editMaxBytes, CHAT_LIMITS.photoMaxBytes);
/**
 * Enough for all stored files of the largest size that the item form allows, and for fields as large as one such file.
 */
const BODY_MAX_BYTES = (MAX_KEPT_FILES + 1) * PHOTO_LIMITS.editMaxBytes;

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
		await Promise.race([readParts(), rejectTooLarge(request, reply), rejectIncomplete(request)]);
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
function rejectTooLarge(
	{ raw: body }: FastifyRequest,
	{ raw: response }: FastifyReply,
): Promise<never> {
	return new Promise((_resolve, reject) => {
		let size = 0;
		// Listening earlier would start the flow before the parser is attached.
		body.once('resume', () =>
			body.on('data', (chunk: Buffer) => {
				size += chunk.length;
				if (size <= BODY_MAX_BYTES) return;
				reject(new AppError('too_large', REQUEST_ERRORS.tooLarge));
				if (response.writableFinished) body.destroy();
			}),
		);
	});
}

/**
 * Ends the reading of a body whose connection closes. The parser would wait for ever if the connection was closed
 * before the parser was attached. The promise never resolves.
 * @throws AppError invalid when the connection closes before the body is read
 */
function rejectIncomplete({ raw: body }: FastifyRequest): Promise<never> {
	return new Promise((_resolve, reject) => {
		const onClose = () => {
			if (!body.readableEnded) reject(new AppError('invalid', REQUEST_ERRORS.badRequest));
		};
		if (body.destroyed) onClose();
		else body.once('close', onClose);
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

/** Adds a file of the form. Browsers send an empty file input as a part without name and content, which is ignored. */
async function addFile(
	part: MultipartFile,
	folder: string,
	upload: UploadInProgress,
): Promise<void> {
	const file = await saveFile(part, folder, upload);
	if (part.filename || part.file.bytesRead > 0) upload.files.push(file);
}

async function saveFile(
	part: MultipartFile,
	folder: string,
	upload: UploadInProgress,
): Promise<UploadedFile> {
	const index = upload.files.length;
	const name = displayNameOf(part.filename) || `photo ${index + 1}`;
	if (index >= MAX_KEPT_FILES || upload.error) {
		part.file.resume();
		return { name, path: '', size: 0 };
	}
	const path = join(folder, String(index));
	const target = createWriteStream(path);
	await pipeline(part.file, target, { signal: upload.signal });
	return { name, path, size: target.bytesWritten };
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
