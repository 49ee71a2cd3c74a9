import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Bits of a frame's first two bytes: the end of a text; a mask, here of zeros, which changes nothing. */
const WHOLE_TEXT = 0x81;
const IS_MASKED = 0x80;
const MASK_BYTES = 4;
/** Lengths from here on, and those that take eight bytes, are told behind the second byte. */
const TOLD_IN_TWO = 126;
const TOLD_IN_EIGHT = 127;

/** One Socket.IO connection. */
export interface Wire {
	/** Whole words of Engine.IO, such as `42["event",{}]`. */
	send: (words: string) => void;
	close: () => void;
}

/**
 * Connects to a Socket.IO server by hand, as websocket alone: whoever asks must not be slower than whoever answers.
 * @param token in the handshake
 * @param hear is told everything that comes but the keeping alive, as Engine.IO has it
 * @returns once the server has let it in
 * @throws Error when it does not
 */
export function openWire(
	address: string,
	token: string,
	hear: (words: string) => void,
): Promise<Wire> {
	const { hostname, port, host } = new URL(address);
	const socket = connect(Number(port), hostname);
	socket.setNoDelay(true);
	const wire = {
		send: (words: string) => void socket.write(frame(words)),
		close: () => void socket.destroy(),
	};
	const entered = Promise.withResolvers<Wire>();
	/** A ping, the handshake's two answers, or no answer that we know. */
	function answer(words: string): void {
		if (words === '2') wire.send('3');
		else if (words.startsWith('0')) wire.send(`40${JSON.stringify({ token })}`);
		else if (words.startsWith('40')) entered.resolve(wire);
		else entered.reject(new Error(`Not let in: ${words}`));
	}
	const take = createReader((words) => {
		if (/^4[23]/.test(words)) hear(words);
		else answer(words);
	});
	upgrade(socket, host, take);
	socket.on('error', entered.reject);
	socket.on('close', () => entered.reject(new Error('The line was closed.')));
	return entered.promise;
}

function upgrade(socket: Socket, host: string, take: (chunk: Buffer) => void): void {
	let head = Buffer.alloc(0);
	const takeHead = (chunk: Buffer) => {
		head = Buffer.concat([head, chunk]);
		const end = head.indexOf(HEAD_END);
		if (end < 0) return;
		socket.off('data', takeHead);
		socket.on('data', take);
		if (head.length > end + HEAD_END.length) take(head.subarray(end + HEAD_END.length));
	};
	socket.on('data', takeHead);
	socket.write(
		[
			'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
			`Host: ${host}`,
			'Connection: Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Version: 13',
			`Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
			'\r\n',
		].join('\r\n'),
	);
}

function frame(words: string): Buffer {
	const length = Buffer.byteLength(words);
	const isShort = length < TOLD_IN_TWO;
	const start = (isShort ? 2 : 4) + MASK_BYTES;
	const bytes = Buffer.alloc(start + length);
	bytes[0] = WHOLE_TEXT;
	bytes[1] = IS_MASKED | (isShort ? length : TOLD_IN_TWO);
	if (!isShort) bytes.writeUInt16BE(length, 2);
	bytes.write(words, start);
	return bytes;
}

/** Cuts what comes into frames; whole texts alone, as Socket.IO sends them. */
function createReader(hear: (words: string) => void): (chunk: Buffer) => void {
	let rest: Buffer = Buffer.alloc(0);
	return (chunk) => {
		let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		for (;;) {
			const [start, end] = boundsOf(bytes);
			if (end > bytes.length) break;
			if (bytes[0] === WHOLE_TEXT) hear(bytes.toString('utf8', start, end));
			bytes = bytes.subarray(end);
		}
		rest = bytes;
	};
}

/** @returns where the first frame's words begin and end; an end beyond all bytes where that is not known yet */
function boundsOf(bytes: Buffer): [start: number, end: number] {
	const told = bytes[1];
	if (told === undefined) return [0, Number.POSITIVE_INFINITY];
	if (told < TOLD_IN_TWO) return [2, 2 + told];
	const start = told === TOLD_IN_EIGHT ? 10 : 4;
	if (bytes.length < start) return [0, Number.POSITIVE_INFINITY];
	const length = told === TOLD_IN_EIGHT ? Number(bytes.readBigUInt64BE(2)) : bytes.readUInt16BE(2);
	return [start, start + length];
}
