let socketId: string | undefined;

/** The id of this page's realtime connection, while it has one. */
export function readSocketId(): string | undefined {
	return socketId;
}

export function setSocketId(id: string | undefined): void {
	socketId = id;
}
