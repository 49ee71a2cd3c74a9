import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { FILES, WildBody } from './arbitrary-bodies.ts';
import type { WildRequest } from './arbitrary-requests.ts';
import { jpeg, png } from './pictures.ts';
import { whenDone } from './when-done.ts';

export interface WildAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

const BOUNDARY = '----a-boundary-of-the-tests';
const UNPACK: Record<string, (packed: Buffer) => Promise<Buffer>> = {
	br: promisify(brotliDecompress),
	gzip: promisify(gunzip),
	deflate: promisify(inflate),
	zstd: promisify(zstdDecompress),
};

/** Sends raw requests over sockets. */
export async function openWildSender(address: string) {
	const { hostname, port } = new URL(address);
	const agent = new Agent({ keepAlive: true });
	whenDone(() => agent.destroy());
	const files = await fileBytes();

	/** @param fill replaces `~3~` by an existing id */
	return async (
		{ method, path, headers, body }: WildRequest,
		token: string | undefined,
		fill: (text: string) => string,
	): Promise<WildAnswer> => {
		const [type, bytes] = encode(body, fill, files);
		const sent = httpRequest({
			...{ hostname, port, agent, method, path: fill(path), setHost: !('host' in headers) },
			headers: {
				...headers,
				...(token !== undefined && { authorization: `Bearer ${token}` }),
				...(type && { 'content-type': type }),
				...(bytes.length > 0 && { 'content-length': bytes.length }),
			},
		});
		return new Promise((settle, fail) => {
			sent.on('error', fail);
			sent.on('response', (answer) => {
				const { statusCode: status = 0, headers: told } = answer;
				buffer(answer)
					.then((packed) => UNPACK[told['content-encoding'] ?? '']?.(packed) ?? packed)
					.then((unpacked) => settle({ status, headers: told, body: unpacked }), fail);
			});
			sent.end(bytes);
		});
	};
}

type Files = Record<(typeof FILES)[number], Buffer>;

async function fileBytes(): Promise<Files> {
	const { bytes } = await jpeg({ width: 64, height: 48, gps: true });
	const svg =
		'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
	return {
		jpeg: bytes,
		png: (await png({ width: 40, height: 30 })).bytes,
		'half a jpeg': bytes.subarray(0, bytes.length / 2),
		svg: Buffer.from(svg),
		'gif in name': Buffer.from('GIF89a/*<script>*/=1;alert(1)'),
		nothing: Buffer.alloc(0),
		noise: Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251)),
	};
}

function encode(
	body: WildBody,
	fill: (text: string) => string,
	files: Files,
): [type: string | undefined, bytes: Buffer] {
	if (body.kind === 'none') return [undefined, Buffer.alloc(0)];
	if (body.kind === 'text') return [body.type, Buffer.from(fill(body.text ?? ''))];
	const pieces = body.parts.flatMap(({ name, fileName, type, content }) => {
		const named = fileName === undefined ? '' : `; filename="${fileName}"`;
		const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`;
		const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n`;
		const bytes = typeof content === 'string' ? Buffer.from(fill(content)) : files[content.file];
		return [Buffer.from(head), bytes, Buffer.from('\r\n')];
	});
	if (body.fault !== 'no end') pieces.push(Buffer.from(`--${BOUNDARY}--\r\n`));
	const said = body.fault === 'other boundary' ? `${BOUNDARY}x` : BOUNDARY;
	return [`multipart/form-data; boundary=${said}`, Buffer.concat(pieces)];
}
