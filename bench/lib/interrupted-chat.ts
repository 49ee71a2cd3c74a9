import { setTimeout } from 'node:timers/promises';
import type { ChatParticipant } from '#tests/support/reconnecting-chats.ts';

/** Messages that have not arrived after this time count as lost. */
const LOST_AFTER_MS = 10_000;
const POLL_MS = 20;

/**
 * Chats that go on while servers restart. Each person sends messages at an interval, and starts at a random moment within
 * the first interval.
 * @param people both sides of each chat next to each other: 0 with 1, 2 with 3
 */
export function startChat(people: readonly ChatParticipant[], intervalMs: number) {
	const sentMessages: string[] = [];
	const controller = new AbortController();
	const { signal } = controller;
	const sendLoops = people.map(async (person, index) => {
		await setTimeout(Math.random() * intervalMs);
		for (let count = 0; !signal.aborted; count++) {
			const message = `Person ${index} sends ${count}`;
			sentMessages.push(message);
			person.sendMessage(message);
			await setTimeout(intervalMs, undefined, { signal }).catch(() => undefined);
		}
	});
	return {
		/** @returns all sent messages, once both sides have received them or LOST_AFTER_MS is over */
		async end(): Promise<string[]> {
			controller.abort();
			await Promise.all(sendLoops);
			const end = performance.now() + LOST_AFTER_MS;
			const haveAllArrived = () =>
				people.every(({ unacknowledged }) => unacknowledged.size === 0) &&
				compareMessages(people, sentMessages).lost === 0;
			while (!haveAllArrived() && performance.now() < end) await setTimeout(POLL_MS);
			return sentMessages;
		},
	};
}

/** A message is lost when one side does not see it, and duplicated when one side sees it twice. */
export function compareMessages(
	people: readonly ChatParticipant[],
	sentMessages: readonly string[],
) {
	let lost = 0;
	let duplicated = 0;
	for (const [index, { shownMessages }] of people.entries()) {
		const firstOfPair = index - (index % 2);
		const expected = sentMessages.filter((message) =>
			[firstOfPair, firstOfPair + 1].includes(senderOf(message)),
		);
		const messages = [...shownMessages.values()];
		const distinct = new Set(messages);
		lost += expected.filter((message) => !distinct.has(message)).length;
		duplicated += messages.length - distinct.size;
	}
	return { lost, duplicated };
}

const senderOf = (message: string) => Number(message.split(' ')[1]);
