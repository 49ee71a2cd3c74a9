import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { PHOTO_LIMITS } from '#contract/photos.ts';
import { Refusal } from '#server/lib/refusal.ts';

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
const KEPT_FILES = 12;
/** Parts of one request, fields and files; a form of ours sends ten. */
const MAX_PARTS = 64;
const FIELD_MAX_BYTES = 64 * 1024;

/** Multipart bodies, written below `folder`, which is emptied first: what a crash left there belongs to nobody. */
export async function mountUploads(app: FastifyInstance, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
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
 * Reads a multipart body to its end: text fields into an object, files of `fileField` to disk.
 * @throws Refusal invalid for a repeated or over-long field; the framework's own 4xx for what it can't parse
 */
export async function readUpload(request: FastifyRequest, fileField: string): Promise<Upload> {
	const folder = join(request.server.uploadFolder, randomUUID());
	await mkdir(folder);
	request.uploads = folder;
	const fields: Record<string, string> = Object.create(null);
	const files: UploadedFile[] = [];
	for await (const part of request.parts()) {
		if (part.type === 'field') {
			fields[part.fieldname] = requireField(part, fields);
		} else if (part.fieldname === fileField) {
			files.push(await keep(part.file, part.filename, folder, files.length));
		} else {
			part.file.resume();
		}
	}
	return { fields, files };
}

/**
 * Removes the request's files. Called when its handler has ended, and not when its answer has been sent: a sender who goes
 * away in between gets no answer.
 */
export async function dropUpload(request: FastifyRequest): Promise<void> {
	if (request.uploads) await rm(request.uploads, { recursive: true, force: true });
}

function requireField(
	part: { fieldname: string; value: unknown; valueTruncated: boolean },
	fields: Record<string, string>,
): string {
	if (part.valueTruncated || typeof part.value !== 'string' || part.fieldname in fields) {
		const issue = { path: part.fieldname, message: COMMON_MESSAGES.badRequest };
		throw new Refusal('invalid', issue.message, [issue]);
	}
	return part.value;
}

async function keep(
	content: Readable & { bytesRead?: number },
	filename: string,
	folder: string,
	index: number,
): Promise<UploadedFile> {
	const name = basename(filename.replaceAll('\\', '/')).slice(0, 200) || `photo ${index + 1}`;
	if (index >= KEPT_FILES) {
		content.resume();
		return { name, path: '', size: 0 };
	}
	const path = join(folder, String(index));
	const target = createWriteStream(path);
	await pipeline(content, target);
	return { name, path, size: target.bytesWritten };
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
