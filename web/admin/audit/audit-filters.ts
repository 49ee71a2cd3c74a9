import type { Filter, FilterValues } from '#web/admin/kit/list-section.ts';
import { ACTION_GROUPS } from './action-groups.ts';
import { DEFAULT_RANGE, datesOfRange, RANGE_OPTIONS } from './range.ts';

/** Views are hidden unless requested. */
const VIEWS_HIDDEN = 'hidden';
export const VIEWS_SHOWN = 'each';

export const AUDIT_FILTERS: Readonly<Record<string, Filter>> = {
	action: { label: 'Action', options: { all: 'All actions' }, groups: ACTION_GROUPS },
	range: { label: 'Date range', options: RANGE_OPTIONS, initial: DEFAULT_RANGE },
	views: {
		label: 'Views',
		options: {
			[VIEWS_HIDDEN]: 'Without views',
			grouped: 'Views in groups',
			[VIEWS_SHOWN]: 'Every view',
		},
		initial: VIEWS_HIDDEN,
	},
};

/** The server has dates instead of a range, and groups no views. */
export function toAuditQuery({
	q = '',
	action = '',
	range = '',
	views,
}: FilterValues): FilterValues {
	// A filter for a kind of view implies that views are shown.
	const areHidden = views === VIEWS_HIDDEN && !action.startsWith('VIEW_');
	return { q, action, ...datesOfRange(range), views: areHidden ? 'hidden' : '' };
}
