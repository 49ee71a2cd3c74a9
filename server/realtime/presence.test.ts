import { pino } from 'pino';
import { Server } from 'socket.io';
import { describe, expect, test, vi } from 'vitest';
import { openLocalBus } from '#server/cluster/bus.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createPresence } from './presence.ts';
import { type RealtimeIo, userRoom } from './socket-types.ts';

/** Instances on one bus, with only the connections that a test adds. */
function openPresenceInstances() {
	const bus = openLocalBus();
	const cluster = { degradedServices: [] as string[], checkCount: 0 };

	function degradedServices(): readonly string[] {
		cluster.checkCount += 1;
		return cluster.degradedServices;
	}

	function open(...userIds: number[]) {
		const io: RealtimeIo = new Server();
		const connectWithoutMessage = (userId: number) => {
			const socket = { data: { person: { id: userId } } };
			io.sockets.sockets.set(String(userId), socket as never);
			void io.sockets.adapter.addAll(String(userId), new Set([userRoom(userId)]));
		};
		for (const userId of userIds) connectWithoutMessage(userId);
		const people = createPresence(io, {
			cluster: { bus, degradedServices },
			log: pino({ level: 'silent' }),
			announceIntervalMs: 10,
		});
		onCleanup(people.close);
		const changes: [number, boolean][] = [];
		people.onChange(async (userId) => void changes.push([userId, people.isOnline(userId)]));
		return { people, changes, connectWithoutMessage };
	}
	return { cluster, open };
}

test('a new instance learns which users are connected to other instances', () => {
	const { open } = openPresenceInstances();
	open(1, 2);

	const { people } = open(3);

	expect([1, 2, 3, 4].map(people.isOnline)).toEqual([true, true, true, false]);
});

test('when an instance becomes silent, its users count as offline, except users who are connected to another instance', async () => {
	const { open } = openPresenceInstances();
	const killed = open(1, 2);
	const other = open(2);

	killed.people.close();
	await vi.waitUntil(() => other.changes.length > 0, 20_000);

	expect(other.changes).toEqual([[1, false]]);
	expect([1, 2].map(other.people.isOnline)).toEqual([false, true]);
});

test('while Redis is unavailable, the users of a silent instance still count as online', async () => {
	const { cluster, open } = openPresenceInstances();
	const silent = open(1);
	const other = open(2);
	cluster.degradedServices = ['redis'];

	silent.people.close();
	await vi.waitUntil(() => cluster.checkCount >= 10, 20_000);

	expect(other.people.isOnline(1)).toBe(true);
});

test('a user whose connect message was missed counts as online after the next presence announcement of their instance', async () => {
	const { open } = openPresenceInstances();
	const one = open();
	const other = open();

	one.connectWithoutMessage(7);
	await vi.waitUntil(() => other.changes.length > 0, 20_000);

	expect(other.changes).toEqual([[7, true]]);
});

describe('a presence change that was not sent because the database was unavailable', () => {
	/** An instance whose listener fails until the test makes the database available. */
	function openFailingListener() {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		const { open } = openPresenceInstances();
		const { people } = open();
		const database = { isUp: false };
		const reportedIds: number[] = [];
		people.onChange(async (userId) => {
			reportedIds.push(userId);
			if (!database.isUp) throw new DatabaseUnavailable('no answer');
		});
		return { people, database, reportedIds };
	}

	test('is sent again each second until the database answers, once per person', async () => {
		const { people, database, reportedIds } = openFailingListener();
		people.disconnected(7);
		people.disconnected(7);

		await vi.advanceTimersByTimeAsync(1000);
		database.isUp = true;
		await vi.advanceTimersByTimeAsync(10_000);

		expect(reportedIds).toEqual([7, 7, 7, 7]);
	});

	test('is not sent again after the server has closed', async () => {
		const { people, reportedIds } = openFailingListener();
		people.disconnected(7);

		people.close();
		await vi.advanceTimersByTimeAsync(10_000);

		expect(reportedIds).toEqual([7]);
	});
});
