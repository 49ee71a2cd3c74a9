let socketId: string | undefined;

/** The number of this page's live connection, while it has one. */
export function readSocketId(): string | undefined {
	return socketId;
}

export function setSocketId(id: string | undefined): void {
	socketId = id;
}
