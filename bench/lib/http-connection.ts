import { connect } from 'node:net';

const HEADER_END = Buffer.from('\r\n\r\n');
/** Shared by all connections: one buffer per chunk would keep the client busy with garbage collection. */
const READ_BUFFER = Buffer.alloc(64 * 1024);

/** A request that is to be sent, or that has no response yet. */
export interface PendingRequest {
	path: string;
	/** JSON; a request with a body is a POST. */
	body?: string;
	/** When it should be sent, on the clock of `performance.now()`. */
	dueAt: number;
}

/** A connection that sends one request at a time. */
export interface HttpConnection {
	send: (request: PendingRequest) => void;
	close: () => void;
}

interface Handlers {
	onResponse: (request: PendingRequest, status: number) => void;
	/** @param pending the request that was not answered, if any */
	onClose: (pending: PendingRequest | undefined) => void;
}

/**
 * A connection that carries one request at a time, written to a plain socket: the client must not be slower than the
 * server.
 * @param headers header lines besides `host`, each ending with CRLF
 */
export function openConnection(
	{ hostname, port, host }: URL,
	{ onResponse, onClose }: Handlers,
	headers = '',
): HttpConnection {
	let pending: PendingRequest | undefined;
	/** The beginning of an incomplete head. */
	let partialHead: Buffer | undefined;
	let status = 0;
	/** Bytes of the answer still to come; undefined while the head is incomplete. */
	let remainingBytes: number | undefined;

	/** @returns how many bytes are still to come; undefined while the head is incomplete */
	function parseHead(chunk: Buffer): number | undefined {
		const received = partialHead ? Buffer.concat([partialHead, chunk]) : chunk;
		const end = received.indexOf(HEADER_END);
		partialHead = end < 0 ? Buffer.from(received) : undefined;
		if (end < 0) return undefined;
		const head = received.toString('latin1', 0, end);
		status = Number(head.slice(9, 12));
		const length = status === 304 ? 0 : contentLengthIn(head);
		return length + end + HEADER_END.length - received.length;
	}

	function read(chunk: Buffer): void {
		remainingBytes =
			remainingBytes === undefined ? parseHead(chunk) : remainingBytes - chunk.length;
		if (remainingBytes === undefined || remainingBytes > 0 || !pending) return;
		const completed = pending;
		pending = undefined;
		remainingBytes = undefined;
		onResponse(completed, status);
	}

	const onread = {
		buffer: READ_BUFFER,
		callback(size: number): boolean {
			read(READ_BUFFER.subarray(0, size));
			return true;
		},
	};
	const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
	socket.on('error', () => undefined);
	socket.on('close', () => onClose(pending));
	return {
		send(request) {
			pending = request;
			const { path, body = '' } = request;
			const method = body ? 'POST' : 'GET';
			socket.write(
				`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${bodyHeaders(body)}\r\n${body}`,
			);
		},
		close: () => socket.destroy(),
	};
}

function bodyHeaders(body: string): string {
	if (!body) return '';
	return `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
}

/** @throws Error for a chunked answer, which none of the measured endpoints gives */
function contentLengthIn(head: string): number {
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
	return Number(length);
}
