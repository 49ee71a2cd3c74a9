import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Filter, FilterValues, ListSection } from '#web/admin/kit/list-section.ts';
import { adminsQuery } from '#web/admin/lib/queries.ts';
import { ACTION_GROUPS } from './action-groups.ts';
import { DEFAULT_RANGE, datesOfRange, RANGE_OPTIONS } from './range.ts';

/** The default: entries about an administrator who only viewed something (actions `VIEW_…`) are hidden. */
const VIEWS_HIDDEN = 'hidden';
export const VIEWS_UNGROUPED = 'each';

export const AUDIT_FILTERS: Readonly<Record<string, Filter>> = {
	action: { label: 'Action', options: { all: 'All actions' }, groups: ACTION_GROUPS },
	adminId: { label: 'Administrator', options: { all: 'All administrators' } },
	range: { label: 'Date range', options: RANGE_OPTIONS, initial: DEFAULT_RANGE },
	from: { label: 'From', options: {}, initial: '', isDateShown: hasOwnDays },
	to: { label: 'To', options: {}, initial: '', isDateShown: hasOwnDays },
	views: {
		label: 'Views',
		options: {
			[VIEWS_HIDDEN]: 'Without views',
			grouped: 'Views in groups',
			[VIEWS_UNGROUPED]: 'Every view',
		},
		initial: VIEWS_HIDDEN,
	},
};

/**
 * Converts the filters in the URL to those of the server, which expects dates instead of a named range. The server only
 * hides views; the browser groups them.
 */
export function toAuditQuery(filters: FilterValues): FilterValues {
	const { q = '', action = '', adminId = '', range = '', from = '', to = '', views } = filters;
	// When the action filter is set to an action of viewing, views are shown.
	const areHidden = views === VIEWS_HIDDEN && !action.startsWith('VIEW_');
	const dates = hasOwnDays(filters) ? { startDate: from, endDate: to } : datesOfRange(range);
	return { q, action, adminId, ...dates, views: areHidden ? 'hidden' : '' };
}

/** The section, with the administrators as choices of its filter. */
export function useSectionWithAdministrators<Row extends { id: number }>(
	section: ListSection<Row>,
): ListSection<Row> {
	const { data: admins } = useQuery(adminsQuery());
	return useMemo(() => {
		const names = (admins ?? []).map(({ id, username }) => [id, username]);
		// In a group, because an object has its numbers first.
		const groups = [{ label: 'Administrators', options: Object.fromEntries(names) }];
		const adminId = { label: 'Administrator', options: { all: 'All administrators' }, groups };
		return { ...section, filters: { ...section.filters, adminId } };
	}, [section, admins]);
}

/** A function declaration, because the filters above refer to it. */
function hasOwnDays({ range }: FilterValues): boolean {
	return range === 'days';
}
