import type { Filter, FilterValues } from '#web/admin/kit/list-section.ts';
import { ACTION_GROUPS } from './action-groups.ts';
import { DEFAULT_RANGE, datesOfRange, RANGE_OPTIONS } from './range.ts';

/** The default: entries about an administrator who only viewed something (actions `VIEW_…`) are hidden. */
const VIEWS_HIDDEN = 'hidden';
export const VIEWS_UNGROUPED = 'each';

export const AUDIT_FILTERS: Readonly<Record<string, Filter>> = {
	action: { label: 'Action', options: { all: 'All actions' }, groups: ACTION_GROUPS },
	range: { label: 'Date range', options: RANGE_OPTIONS, initial: DEFAULT_RANGE },
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
export function toAuditQuery({
	q = '',
	action = '',
	range = '',
	views,
}: FilterValues): FilterValues {
	// When the action filter is set to an action of viewing, views are shown.
	const areHidden = views === VIEWS_HIDDEN && !action.startsWith('VIEW_');
	return { q, action, ...datesOfRange(range), views: areHidden ? 'hidden' : '' };
}
