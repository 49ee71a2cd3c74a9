import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';

const HEADER_END = Buffer.from('\r\n\r\n');
/** First byte of a WebSocket text frame that is a complete message (RFC 6455 §5.2). */
const FINAL_TEXT_FRAME = 0x81;
/** Bit of the second byte that says that the payload is masked. Our mask is all zeros, so the payload stays as it is. */
const MASK_BIT = 0x80;
const MASK_BYTES = 4;
/** Values of the length byte which mean that the length follows in two, or in eight, bytes. */
const LENGTH_IN_TWO_BYTES = 126;
const LENGTH_IN_EIGHT_BYTES = 127;

/** One Socket.IO connection. */
export interface SocketClient {
	/** Sends a complete Engine.IO packet, such as `42["event",{}]`. */
	send: (packet: string) => void;
	close: () => void;
}

/** A busy server refuses connections for a moment; pages try again, too. */
const RETRY_MS = 200;
const MAX_RETRIES = 25;

class ConnectionRefused extends Error {
	/** The contract's error code; undefined if the server sent none. */
	readonly code: string | undefined;

	/** @param packet the answer of the server: `44` and the error as JSON if Socket.IO refused the connection */
	constructor(packet: string) {
		super(`Connection refused: ${packet}`);
		this.code = packet.startsWith('44') ? JSON.parse(packet.slice(2)).data?.code : undefined;
	}
}

/**
 * Connects to a Socket.IO server by WebSocket. Written by hand, as socket.io-client would use more processor time than the
 * measured server.
 * @param token sent in the handshake
 * @param onPacket receives events and acknowledgements as Engine.IO packets
 * @returns once the server has accepted the connection
 * @throws Error when the server refuses or closes the connection
 */
export async function connectSocket(
	address: string,
	token: string,
	onPacket: (packet: string) => void,
): Promise<SocketClient> {
	for (let retries = 0; ; retries += 1) {
		try {
			return await connectOnce(address, token, onPacket);
		} catch (error) {
			const isBusy =
				error instanceof ConnectionRefused && error.code === REQUEST_ERRORS.unavailable.code;
			if (!isBusy || retries === MAX_RETRIES) throw error;
			await setTimeout(RETRY_MS);
		}
	}
}

function connectOnce(
	address: string,
	token: string,
	onPacket: (packet: string) => void,
): Promise<SocketClient> {
	const { hostname, port, host } = new URL(address);
	const socket = connect(Number(port), hostname);
	socket.setNoDelay(true);
	const client = {
		send: (packet: string) => void socket.write(encodeFrame(packet)),
		close: () => void socket.destroy(),
	};
	const accepted = Promise.withResolvers<SocketClient>();
	/** Answers pings and the two steps of the handshake. */
	function handleControl(packet: string): void {
		if (packet === '2') client.send('3');
		else if (packet.startsWith('0')) client.send(`40${JSON.stringify({ token })}`);
		else if (packet.startsWith('40')) accepted.resolve(client);
		else accepted.reject(new ConnectionRefused(packet));
	}
	const readChunk = createFrameReader((packet) => {
		if (/^4[23]/.test(packet)) onPacket(packet);
		else handleControl(packet);
	});
	upgrade(socket, host, readChunk);
	socket.on('error', accepted.reject);
	socket.on('close', () => accepted.reject(new Error('The connection was closed.')));
	// The server closes a refused connection only after ten seconds.
	accepted.promise.catch(() => socket.destroy());
	return accepted.promise;
}

function upgrade(socket: Socket, host: string, onData: (chunk: Buffer) => void): void {
	let head = Buffer.alloc(0);
	const readHead = (chunk: Buffer) => {
		head = Buffer.concat([head, chunk]);
		const end = head.indexOf(HEADER_END);
		if (end < 0) return;
		socket.off('data', readHead);
		socket.on('data', onData);
		if (head.length > end + HEADER_END.length) onData(head.subarray(end + HEADER_END.length));
	};
	socket.on('data', readHead);
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

function encodeFrame(packet: string): Buffer {
	const length = Buffer.byteLength(packet);
	const isShort = length < LENGTH_IN_TWO_BYTES;
	const start = (isShort ? 2 : 4) + MASK_BYTES;
	const bytes = Buffer.alloc(start + length);
	bytes[0] = FINAL_TEXT_FRAME;
	bytes[1] = MASK_BIT | (isShort ? length : LENGTH_IN_TWO_BYTES);
	if (!isShort) bytes.writeUInt16BE(length, 2);
	bytes.write(packet, start);
	return bytes;
}

/** Splits incoming bytes into frames; Socket.IO sends each packet as one text frame. */
function createFrameReader(onPacket: (packet: string) => void): (chunk: Buffer) => void {
	let unparsed: Buffer = Buffer.alloc(0);
	return (chunk) => {
		let bytes = unparsed.length === 0 ? chunk : Buffer.concat([unparsed, chunk]);
		for (;;) {
			const [start, end] = boundsOfFirstFrame(bytes);
			if (end > bytes.length) break;
			if (bytes[0] === FINAL_TEXT_FRAME) onPacket(bytes.toString('utf8', start, end));
			bytes = bytes.subarray(end);
		}
		unparsed = bytes;
	};
}

/** @returns where the payload begins and ends; an end beyond all bytes while it is unknown */
function boundsOfFirstFrame(bytes: Buffer): [start: number, end: number] {
	const lengthByte = bytes[1];
	if (lengthByte === undefined) return [0, Number.POSITIVE_INFINITY];
	if (lengthByte < LENGTH_IN_TWO_BYTES) return [2, 2 + lengthByte];
	const isLong = lengthByte === LENGTH_IN_EIGHT_BYTES;
	const start = isLong ? 10 : 4;
	if (bytes.length < start) return [0, Number.POSITIVE_INFINITY];
	return [start, start + (isLong ? Number(bytes.readBigUInt64BE(2)) : bytes.readUInt16BE(2))];
}
