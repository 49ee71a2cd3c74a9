import { expect, test } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { groupViews } from './group-views.ts';

let id = 100;

function entry(minute: number, action: string, adminUsername = 'Sunita'): AuditLogEntry {
	id -= 1;
	const timestamp = new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
	const rest = { target: 'users', severity: 'LOW', ipAddress: '::1', details: '' } as const;
	return { id, timestamp, action, adminUsername, ...rest };
}

function counted(entries: readonly AuditLogEntry[]) {
	return groupViews(entries).map(({ action, adminUsername, count }) => [
		action,
		adminUsername,
		count,
	]);
}

test('views of one kind by one administrator within ten minutes are one line', () => {
	const lines = groupViews([
		entry(20, 'VIEW_USERS'),
		entry(18, 'USER_BANNED'),
		entry(15, 'VIEW_USERS'),
		entry(10, 'VIEW_USERS'),
	]);

	expect(lines).toMatchObject([
		{ action: 'VIEW_USERS', count: 3, since: '2026-11-20T12:10:00.000Z' },
		{ action: 'USER_BANNED', count: 1 },
	]);
});

test('a line of several views knows each of their targets', () => {
	const lines = groupViews([
		{ ...entry(12, 'VIEW_USERS'), target: 'user 7' },
		{ ...entry(11, 'VIEW_USERS'), target: 'user 4' },
		{ ...entry(10, 'VIEW_USERS'), target: 'user 7' },
	]);

	expect(lines).toMatchObject([{ target: 'user 7', targets: new Set(['user 7', 'user 4']) }]);
});

test('an eleventh minute begins another line', () => {
	expect(
		counted([entry(21, 'VIEW_USERS'), entry(10, 'VIEW_USERS'), entry(5, 'VIEW_USERS')]),
	).toEqual([
		['VIEW_USERS', 'Sunita', 1],
		['VIEW_USERS', 'Sunita', 2],
	]);
});

test('another kind, another administrator and every change stay lines of their own', () => {
	const entries = [
		entry(9, 'VIEW_USERS'),
		entry(8, 'VIEW_ITEMS'),
		entry(7, 'VIEW_USERS', 'Imran'),
		entry(6, 'USER_BANNED'),
		entry(5, 'USER_BANNED'),
	];

	expect(counted(entries).map(([, , count]) => count)).toEqual([1, 1, 1, 1, 1]);
});
