import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Where all lines read to: with a buffer for each piece of an answer, whoever asks would mostly clear them away. */
const READING = Buffer.alloc(64 * 1024);

export interface Asked {
	path: string;
	/** JSON, which is posted; what has none is only got. */
	body?: string;
	/** When it should be sent, as `performance.now()` has it. */
	due: number;
}

export interface Line {
	send: (asked: Asked) => void;
	close: () => void;
}

interface Hearing {
	answered: (asked: Asked, status: number) => void;
	gone: () => void;
}

/**
 * One connection, with one request at a time, by hand: whoever asks must not be slower than whoever answers.
 * @param headers besides the host, each line with its end
 */
export function openLine(
	{ hostname, port, host }: URL,
	{ answered, gone }: Hearing,
	headers = '',
): Line {
	let asked: Asked | undefined;
	/** Of a head that is not whole. */
	let begun: Buffer | undefined;
	let status = 0;
	/** Bytes still to come; undefined while the head is not whole. */
	let missing: number | undefined;

	/** @returns how many bytes are still to come; undefined where the head is not whole */
	function takeHead(chunk: Buffer): number | undefined {
		const known = begun ? Buffer.concat([begun, chunk]) : chunk;
		const end = known.indexOf(HEAD_END);
		begun = end < 0 ? Buffer.from(known) : undefined;
		if (end < 0) return undefined;
		const head = known.toString('latin1', 0, end);
		status = Number(head.slice(9, 12));
		const length = status === 304 ? 0 : lengthIn(head);
		return length + end + HEAD_END.length - known.length;
	}

	function take(chunk: Buffer): void {
		missing = missing === undefined ? takeHead(chunk) : missing - chunk.length;
		if (missing === undefined || missing > 0 || !asked) return;
		const done = asked;
		asked = undefined;
		missing = undefined;
		answered(done, status);
	}

	function read(size: number): boolean {
		take(READING.subarray(0, size));
		return true;
	}

	const onread = { buffer: READING, callback: read };
	const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
	socket.on('error', () => undefined);
	socket.on('close', gone);
	return {
		send(next) {
			asked = next;
			const { path, body = '' } = next;
			const method = body ? 'POST' : 'GET';
			socket.write(
				`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${ofBody(body)}\r\n${body}`,
			);
		},
		close: () => socket.destroy(),
	};
}

function ofBody(body: string): string {
	if (!body) return '';
	return `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
}

/** @throws Error for an answer in pieces of unknown length, which we ask for nowhere */
function lengthIn(head: string): number {
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
	return Number(length);
}
