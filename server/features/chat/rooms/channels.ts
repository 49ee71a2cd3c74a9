/** Socket.IO room of the sockets, of both sides, that have this chat open. */
export const chatChannel = (roomId: string) => `chat:${roomId}`;
/** Socket.IO room of the sockets that have a chat with this user open. */
export const partnerChannel = (userId: number) => `partner:${userId}`;
/** Socket.IO room of the sockets that have a chat with this user open and may see whether the user is online. */
export const presenceChannel = (userId: number) => `watch:${userId}`;
