import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';

const t = await openApp();
const { connect, startChat } = await openChatConnections(t);

describe('typing events', () => {
	test('the other user receives typing events in the order in which they were sent', async () => {
		const { room, buyer, buying, selling } = await startChat();
		const roomId = formatRoomId(room);

		for (const isTyping of [true, false, true, false]) {
			buying.socket.emit(REALTIME_EVENTS.typing, { roomId, isTyping });
		}

		await selling.waitFor(REALTIME_EVENTS.typing, 4);
		expect(selling.received(REALTIME_EVENTS.typing)).toEqual(
			[true, false, true, false].map((isTyping) => ({ roomId, userId: buyer.id, isTyping })),
		);
		expect(buying.received(REALTIME_EVENTS.typing)).toEqual([]);
	});

	test('a user who has not joined the room cannot send typing events', async () => {
		const { room, selling } = await startChat();
		const outsiderConnection = await connect(await t.student());

		const acknowledgement = await outsiderConnection.request(REALTIME_EVENTS.typing, {
			roomId: formatRoomId(room),
			isTyping: true,
		});

		await selling.waitForPending();
		expect(acknowledgement).toEqual({ success: false, ...CHAT_ERRORS.notJoined });
		expect(selling.received(REALTIME_EVENTS.typing)).toEqual([]);
	});

	test.each(['buyer', 'seller'] as const)(
		'neither user receives typing events once the %s has blocked the other user',
		async (by) => {
			const { room, buyer, seller, buying, selling } = await startChat();
			const roomId = formatRoomId(room);
			const [blocker, blocked] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
			await t.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id });

			await buying.request(REALTIME_EVENTS.typing, { roomId, isTyping: true });
			await selling.request(REALTIME_EVENTS.typing, { roomId, isTyping: true });

			await Promise.all([buying.waitForPending(), selling.waitForPending()]);
			expect(
				[buying, selling].flatMap((connection) => connection.received(REALTIME_EVENTS.typing)),
			).toEqual([]);
		},
	);
});
