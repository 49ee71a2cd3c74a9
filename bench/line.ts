import type { Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface Asked {
	path: string;
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
	socket: Socket,
	host: string,
	{ answered, gone }: Hearing,
	headers = '',
): Line {
	let asked: Asked | undefined;
	let head: Buffer = Buffer.alloc(0);
	let status = 0;
	/** Bytes still to come; undefined while the head is not whole. */
	let missing: number | undefined;

	/** @returns how many bytes are still to come; undefined where the head is not whole */
	function takeHead(chunk: Buffer): number | undefined {
		head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
		const end = head.indexOf(HEAD_END);
		if (end < 0) return undefined;
		const words = head.toString('latin1', 0, end);
		status = Number(words.slice(9, 12));
		const length = status === 304 ? 0 : lengthIn(words);
		return length + end + HEAD_END.length - head.length;
	}

	function take(chunk: Buffer): void {
		missing = missing === undefined ? takeHead(chunk) : missing - chunk.length;
		if (missing === undefined || missing > 0 || !asked) return;
		const done = asked;
		asked = undefined;
		missing = undefined;
		head = Buffer.alloc(0);
		answered(done, status);
	}

	socket.setNoDelay(true);
	socket.on('data', take);
	socket.on('error', () => undefined);
	socket.on('close', gone);
	return {
		send(next) {
			asked = next;
			socket.write(`GET ${next.path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);
		},
		close: () => socket.destroy(),
	};
}

/** @throws Error for an answer in pieces of unknown length, which we ask for nowhere */
function lengthIn(head: string): number {
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
	return Number(length);
}
