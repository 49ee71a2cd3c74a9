import type { BulkChange, ListSection } from './list-section.ts';

/**
 * Says what a bulk action will do: 'Ban 7 users. 2 of the 9 selected are banned already and stay that way. Their
 * sessions end at once.'
 */
export function bulkPreview<Row extends { id: number }>(
	{ singular, plural }: ListSection<Row>['noun'],
	{ label, verb = label, state, consequence }: BulkChange<Row>,
	selectedCount: number,
	changedCount: number,
): string {
	const alreadyCount = selectedCount - changedCount;
	const changeText =
		changedCount === 0
			? 'Nothing would change.'
			: `${verb} ${changedCount} ${changedCount === 1 ? singular : plural}.`;
	const unchangedText =
		alreadyCount > 0 &&
		`${alreadyCount} of the ${selectedCount} selected ${alreadyCount === 1 ? 'is' : 'are'} ${state} already and ${alreadyCount === 1 ? 'stays' : 'stay'} that way.`;
	return [changeText, unchangedText, changedCount > 0 && consequence].filter(Boolean).join(' ');
}
