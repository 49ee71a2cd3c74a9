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
		const presence = createPresence(io, {
			cluster: { bus, degradedServices },
			log: pino({ level: 'silent' }),
			announceIntervalMs: 10,
		});
		onCleanup(presence.close);
		const changes: [number, boolean][] = [];
		presence.onChange(async (userId) => void changes.push([userId, presence.isOnline(userId)]));
		return { presence, changes, connectWithoutMessage };
	}
	return { cluster, open };
}

test('a new instance learns which users are connected to other instances', () => {
	const { open } = openPresenceInstances();
	open(1, 2);

	const { presence } = open(3);

	expect([1, 2, 3, 4].map(presence.isOnline)).toEqual([true, true, true, false]);
});

test('when an instance becomes silent, its users count as offline, except users who are connected to another instance', async () => {
	const { open } = openPresenceInstances();
	const killed = open(1, 2);
	const other = open(2);

	killed.presence.close();
	await vi.waitUntil(() => other.changes.length > 0, 20_000);

	expect(other.changes).toEqual([[1, false]]);
	expect([1, 2].map(other.presence.isOnline)).toEqual([false, true]);
});

test('while Redis is unavailable, the users of a silent instance still count as online', async () => {
	const { cluster, open } = openPresenceInstances();
	const silent = open(1);
	const other = open(2);
	cluster.degradedServices = ['redis'];

	silent.presence.close();
	await vi.waitUntil(() => cluster.checkCount >= 10, 20_000);

	expect(other.presence.isOnline(1)).toBe(true);
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
		const { presence } = open();
		const database = { isUp: false };
		const reportedIds: number[] = [];
		presence.onChange(async (userId) => {
			reportedIds.push(userId);
			if (!database.isUp) throw new DatabaseUnavailable('no answer');
		});
		return { presence, database, reportedIds };
	}

	test('is sent again each second until the database answers, once per person', async () => {
		const { presence, database, reportedIds } = openFailingListener();
		presence.disconnected(7);
		presence.disconnected(7);

		await vi.advanceTimersByTimeAsync(1000);
		database.isUp = true;
		await vi.advanceTimersByTimeAsync(10_000);

		expect(reportedIds).toEqual([7, 7, 7, 7]);
	});

	test('is not sent again after the server has closed', async () => {
		const { presence, reportedIds } = openFailingListener();
		presence.disconnected(7);

		presence.close();
		await vi.advanceTimersByTimeAsync(10_000);

		expect(reportedIds).toEqual([7]);
	});
});
