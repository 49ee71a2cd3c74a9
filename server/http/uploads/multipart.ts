import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { openUploadFolder } from './temp-folder.ts';

/** A file as it came, kept on disk until its request has been handled. */
export interface UploadedFile {
	/** As the sender's device calls it, without folders. */
	name: string;
	path: string;
	/** Bytes; one more than the largest limit where it was cut. */
	size: number;
}

export interface Upload {
	fields: unknown;
	files: readonly UploadedFile[];
}

/**
 * Files kept of one request. More are counted but not kept, so that 'up to 4 photos' can be said after the fields have
 * been judged, in the documents' order.
 */
const MAX_KEPT_FILES = 12;
/** Parts of one request, fields and files; a form of ours sends ten. */
const MAX_PARTS = 64;
const FIELD_MAX_BYTES = 64 * 1024;
/** Of one request: what is kept of it, and as much again for its fields as one file may have. */
const BODY_MAX_BYTES = (MAX_KEPT_FILES + 1) * PHOTO_LIMITS.editMaxBytes;

/** Multipart bodies, written below `folder`, which is emptied first. */
export async function mountUploads(app: FastifyInstance, folder: string): Promise<void> {
	await openUploadFolder(app, folder);
	await app.register(multipart, {
		throwFileSizeLimit: false,
		limits: {
			fileSize: PHOTO_LIMITS.editMaxBytes + 1,
			files: MAX_PARTS,
			parts: MAX_PARTS,
			fields: MAX_PARTS,
			fieldSize: FIELD_MAX_BYTES,
			fieldNameSize: 100,
			headerPairs: 50,
		},
	});
	app.decorate('uploadFolder', folder);
	app.decorateRequest('uploads', null);
}

/**
 * Reads a multipart body to its end, whatever is wrong with it: text fields into an object, files of `fileField` to disk.
 * A field that says it is JSON comes parsed; one that comes as a file, as browsers send a Blob, as its text.
 * One that does not end is not read for ever: its connection ends soon after the answer.
 * @throws Refusal invalid for a repeated or over-long field, and for a body that ends early or is none; too_large for one
 * without end; the framework's own 4xx for too many parts
 */
export async function readUpload(
	request: FastifyRequest,
	reply: FastifyReply,
	fileField: string,
): Promise<Upload> {
	const folder = join(request.server.uploadFolder, randomUUID());
	await mkdir(folder);
	request.uploads = folder;
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
		await Promise.race([readParts(), rejectTooLarge(request, reply)]);
	} catch (error) {
		// A file whose end is not read any more would stay open for good.
		controller.abort();
		// What is still coming is let through, or the sender would never get to read the answer.
		request.raw.unpipe();
		request.raw.resume();
		if (error instanceof AppError) reply.header('connection', 'close');
		throw isClientError(error) ? new AppError('invalid', COMMON_MESSAGES.badRequest) : error;
	}
	if (upload.error) throw upload.error;
	return upload;
}

/**
 * Bounds what is read of a body, also of one that is only let through.
 * @throws Refusal too_large once more has come than a form of ours can have; until then it waits
 */
function rejectTooLarge(
	{ raw: body }: FastifyRequest,
	{ raw: answer }: FastifyReply,
): Promise<never> {
	return new Promise((_resolve, reject) => {
		let size = 0;
		// Not sooner, or what comes first would be counted before the form is there to read it.
		body.once('resume', () =>
			body.on('data', (chunk: Buffer) => {
				size += chunk.length;
				if (size <= BODY_MAX_BYTES) return;
				reject(new AppError('too_large', COMMON_MESSAGES.tooLarge));
				if (answer.writableFinished) body.destroy();
			}),
		);
	});
}

interface UploadInProgress {
	fields: Record<string, unknown>;
	files: UploadedFile[];
	/** The first field that can't be taken; told when everything has been read. */
	error: AppError | undefined;
	/** Once nothing more is read of the form. */
	signal: AbortSignal;
}

/**
 * The parser's errors have no status, but for what is no JSON, and neither has a sender who goes away; those of our disk name
 * a system call.
 */
function isClientError(error: unknown): boolean {
	if (!(error instanceof Error) || error instanceof AppError) return false;
	if ('code' in error && error.code === 'FST_INVALID_JSON_FIELD_ERROR') return true;
	return !('statusCode' in error) && !('syscall' in error);
}

/**
 * Removes the request's files. Called when its handler has ended, and not when its answer has been sent: a sender who goes
 * away in between gets no answer.
 */
export async function deleteUpload(request: FastifyRequest): Promise<void> {
	if (request.uploads) await rm(request.uploads, { recursive: true, force: true });
}

type Field = Pick<MultipartValue, 'fieldname' | 'value' | 'valueTruncated'>;

function addField({ fieldname, value, valueTruncated }: Field, upload: UploadInProgress): void {
	if (valueTruncated || fieldname in upload.fields) {
		upload.error ??= invalidField(fieldname, COMMON_MESSAGES.badRequest);
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

/** A choice of files that was left empty comes as one without a name or a byte. */
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

/** Without folders, and no longer than fits a message; empty where nothing is left. */
function displayNameOf(filename: string): string {
	const name = basename(filename.replaceAll('\\', '/'));
	return /^\.+$/.test(name) ? '' : [...name.toWellFormed()].slice(0, 200).join('');
}

declare module 'fastify' {
	interface FastifyInstance {
		uploadFolder: string;
	}
	interface FastifyRequest {
		/** Where this request's files are, until it has been handled. */
		uploads: string | null;
	}
}
