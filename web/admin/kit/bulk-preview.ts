import type { BulkChange, ListSection } from './list-section.ts';

/** 'Ban 7 users. 2 of the 9 selected are banned already and stay that way. Their sessions end at once.' */
export function bulkPreview<Row extends { id: number }>(
	{ singular, plural }: ListSection<Row>['noun'],
	{ label, verb = label, state, consequence }: BulkChange<Row>,
	selectedCount: number,
	count: number,
): string {
	const alreadyCount = selectedCount - count;
	const changeText =
		count === 0 ? 'Nothing would change.' : `${verb} ${count} ${count === 1 ? singular : plural}.`;
	const unchangedText =
		alreadyCount > 0 &&
		`${alreadyCount} of the ${selectedCount} selected ${alreadyCount === 1 ? 'is' : 'are'} ${state} already and ${alreadyCount === 1 ? 'stays' : 'stay'} that way.`;
	return [changeText, unchangedText, count > 0 && consequence].filter(Boolean).join(' ');
}
