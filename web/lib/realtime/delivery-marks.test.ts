import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatChanged } from '#contract/chat/events.ts';
import { createDeliveryMarker } from './delivery-marks.ts';

beforeEach(() => void vi.useFakeTimers());

function createMarker() {
	const sent: ChatChanged[] = [];
	return { sent, mark: createDeliveryMarker((mark) => sent.push(mark)) };
}

test('sixty chat messages within six seconds cause fewer than 15 delivery marks, the first at once and the newest last', () => {
	const { sent, mark } = createMarker();

	mark({ roomId: '1-2', messageId: 1 });
	expect(sent).toEqual([{ roomId: '1-2', messageId: 1 }]);
	for (let messageId = 2; messageId <= 60; messageId += 1) {
		vi.advanceTimersByTime(100);
		mark({ roomId: '1-2', messageId });
	}
	vi.runAllTimers();

	expect(sent.length).toBeLessThan(15);
	expect(sent.at(-1)).toEqual({ roomId: '1-2', messageId: 60 });
});

test('each chat is marked as delivered up to the newest message, and an older or repeated mark is not sent', () => {
	const { sent, mark } = createMarker();
	mark({ roomId: '1-2', messageId: 7 });
	mark({ roomId: '1-3', messageId: 8 });
	mark({ roomId: '1-2', messageId: 9 });
	vi.runAllTimers();

	mark({ roomId: '1-2', messageId: 9 });
	mark({ roomId: '1-3', messageId: 0 });
	vi.runAllTimers();

	expect(sent).toEqual([
		{ roomId: '1-2', messageId: 7 },
		{ roomId: '1-3', messageId: 8 },
		{ roomId: '1-2', messageId: 9 },
	]);
});
