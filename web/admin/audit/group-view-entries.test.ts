import { expect, test } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { groupViews } from './group-view-entries.ts';

let id = 100;

function makeEntry(minute: number, action: string, adminId = 1): AuditLogEntry {
	id -= 1;
	const timestamp = new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
	const adminUsername = 'Sunita';
	const rest = { target: 'users', severity: 'LOW', ipAddress: '::1', details: '' } as const;
	return { id, timestamp, action, adminId, adminUsername, ...rest };
}

function countsOf(entries: readonly AuditLogEntry[]) {
	return groupViews(entries).map(({ action, adminId, count }) => [action, adminId, count]);
}

test('views of the same kind by one administrator within ten minutes are grouped into one row of the audit log', () => {
	const rows = groupViews([
		makeEntry(20, 'VIEW_USERS'),
		makeEntry(18, 'USER_BANNED'),
		makeEntry(15, 'VIEW_USERS'),
		makeEntry(10, 'VIEW_USERS'),
	]);

	expect(rows).toMatchObject([
		{ action: 'VIEW_USERS', count: 3, since: '2026-11-20T12:10:00.000Z' },
		{ action: 'USER_BANNED', count: 1 },
	]);
});

test('a grouped row of the audit log lists each viewed user once', () => {
	const rows = groupViews([
		{ ...makeEntry(12, 'VIEW_USERS'), target: 'user 7' },
		{ ...makeEntry(11, 'VIEW_USERS'), target: 'user 4' },
		{ ...makeEntry(10, 'VIEW_USERS'), target: 'user 7' },
	]);

	expect(rows).toMatchObject([{ target: 'user 7', targets: new Set(['user 7', 'user 4']) }]);
});

test('views more than ten minutes apart are in separate rows of the audit log', () => {
	expect(
		countsOf([
			makeEntry(21, 'VIEW_USERS'),
			makeEntry(10, 'VIEW_USERS'),
			makeEntry(5, 'VIEW_USERS'),
		]),
	).toEqual([
		['VIEW_USERS', 1, 1],
		['VIEW_USERS', 1, 2],
	]);
});

test('the audit log does not group views of different kinds, views by different administrators of the same name, or changes', () => {
	const entries = [
		makeEntry(9, 'VIEW_USERS'),
		makeEntry(8, 'VIEW_ITEMS'),
		makeEntry(7, 'VIEW_USERS', 2),
		makeEntry(6, 'USER_BANNED'),
		makeEntry(5, 'USER_BANNED'),
	];

	expect(countsOf(entries).map(([, , count]) => count)).toEqual([1, 1, 1, 1, 1]);
});
