/** One websocket of Socket.IO's client, seen from the server. */
export interface FakeSocket {
	/** Sends a packet to the page. */
	deliver: (packet: string) => void;
	/** Breaks the connection. */
	break: () => void;
}

interface SocketHandlers {
	/** @returns false when the connection fails */
	onOpen: (socket: FakeSocket) => boolean;
	onPacket: (socket: FakeSocket, packet: string) => void;
	onClose: (socket: FakeSocket) => void;
}

const SOCKET_PATH = '/socket.io/';
/** Engine.IO's first packet. No test lasts until the next ping. */
const HANDSHAKE = `0${JSON.stringify({
	sid: 'x',
	upgrades: [],
	pingInterval: 2 ** 30,
	pingTimeout: 0,
	maxPayload: 1e6,
})}`;

/**
 * Replaces the websockets of Socket.IO, and leaves those of the test runner. Call it before Socket.IO's client loads, which
 * remembers the constructor that it finds then.
 */
export function interceptSockets(handlers: SocketHandlers): void {
	globalThis.WebSocket = new Proxy(globalThis.WebSocket, {
		construct(target, args) {
			const url = new URL(String(args[0]), location.origin);
			return url.pathname === SOCKET_PATH
				? new FakeWebSocket(handlers)
				: Reflect.construct(target, args);
		},
	});
}

class FakeWebSocket implements FakeSocket {
	binaryType = 'blob';
	onopen: (() => void) | undefined;
	onmessage: ((event: { data: string }) => void) | undefined;
	onerror: ((event: Event) => void) | undefined;
	onclose: ((event: CloseEvent) => void) | undefined;
	readonly #handlers: SocketHandlers;

	constructor(handlers: SocketHandlers) {
		this.#handlers = handlers;
		queueMicrotask(() => {
			if (!handlers.onOpen(this)) return this.onerror?.(new Event('error'));
			this.onopen?.();
			this.deliver(HANDSHAKE);
		});
	}

	send(packet: string): void {
		queueMicrotask(() => this.#handlers.onPacket(this, packet));
	}

	close(): void {
		this.#handlers.onClose(this);
		queueMicrotask(() => this.break());
	}

	deliver(packet: string): void {
		queueMicrotask(() => this.onmessage?.({ data: packet }));
	}

	break(): void {
		this.onclose?.(new CloseEvent('close'));
	}
}
