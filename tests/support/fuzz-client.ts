import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { FILES, FuzzBody } from './arbitrary-bodies.ts';
import type { FuzzRequest } from './arbitrary-requests.ts';
import { onCleanup } from './on-cleanup.ts';
import { jpeg, png } from './test-images.ts';

export interface FuzzResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

const BOUNDARY = '----a-boundary-of-the-tests';
const DECOMPRESS: Record<string, (compressed: Buffer) => Promise<Buffer>> = {
	br: promisify(brotliDecompress),
	gzip: promisify(gunzip),
	deflate: promisify(inflate),
	zstd: promisify(zstdDecompress),
};

/** Opens a client that sends generated requests to a listening server, and decompresses the responses. */
export async function openFuzzClient(address: string) {
	const { hostname, port } = new URL(address);
	const agent = new Agent({ keepAlive: true });
	onCleanup(() => agent.destroy());
	const files = await fileBytes();

	/** @param fill replaces placeholders such as `~3~`, which generated requests contain, by existing ids */
	return async (
		{ method, path, headers, body }: FuzzRequest,
		token: string | undefined,
		fill: (text: string) => string,
	): Promise<FuzzResponse> => {
		const [type, bytes] = encode(body, fill, files);
		const request = httpRequest({
			hostname,
			port,
			agent,
			method,
			path: fill(path),
			setHost: !('host' in headers),
			headers: {
				...headers,
				...(token !== undefined && { authorization: `Bearer ${token}` }),
				...(type && { 'content-type': type }),
				...(bytes.length > 0 && { 'content-length': bytes.length }),
			},
		});
		return new Promise((resolve, reject) => {
			request.on('error', reject);
			request.on('response', (answer) => {
				const { statusCode: status = 0, headers: responseHeaders } = answer;
				buffer(answer)
					.then(
						(compressed) =>
							DECOMPRESS[responseHeaders['content-encoding'] ?? '']?.(compressed) ?? compressed,
					)
					.then(
						(decompressed) => resolve({ status, headers: responseHeaders, body: decompressed }),
						reject,
					);
			});
			request.end(bytes);
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
	body: FuzzBody,
	fill: (text: string) => string,
	files: Files,
): [type: string | undefined, bytes: Buffer] {
	if (body.kind === 'none') return [undefined, Buffer.alloc(0)];
	if (body.kind === 'text') return [body.type, Buffer.from(fill(body.text ?? ''))];
	const parts = body.parts.flatMap(({ name, fileName, type, content }) => {
		const nameAttribute = fileName === undefined ? '' : `; filename="${fileName}"`;
		const typeHeader = type === undefined ? '' : `\r\nContent-Type: ${type}`;
		const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${nameAttribute}${typeHeader}\r\n\r\n`;
		const bytes = typeof content === 'string' ? Buffer.from(fill(content)) : files[content.file];
		return [Buffer.from(head), bytes, Buffer.from('\r\n')];
	});
	if (body.fault !== 'no end') parts.push(Buffer.from(`--${BOUNDARY}--\r\n`));
	const boundary = body.fault === 'other boundary' ? `${BOUNDARY}x` : BOUNDARY;
	return [`multipart/form-data; boundary=${boundary}`, Buffer.concat(parts)];
}
