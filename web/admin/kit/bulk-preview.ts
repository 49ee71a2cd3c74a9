interface BulkPreviewOptions {
	/** 'Ban', as on the button. */
	verb: string;
	/** What is counted: 'user', 'users'. */
	singular: string;
	plural: string;
	/** How many are selected, and how many of those are in the state already. */
	selectedCount: number;
	alreadyCount: number;
	/** The name of that state: 'banned'. */
	state: string;
	/** The consequence of the action. */
	consequence?: string;
}

/** 'Ban 7 users. 2 of the 9 selected are banned already and stay as they are.' */
export function bulkPreview({
	verb,
	singular,
	plural,
	selectedCount,
	alreadyCount,
	state,
	consequence,
}: BulkPreviewOptions): string {
	const count = selectedCount - alreadyCount;
	const changeText =
		count === 0 ? 'Nothing would change.' : `${verb} ${count} ${count === 1 ? singular : plural}.`;
	const unchangedText =
		alreadyCount > 0 &&
		`${alreadyCount} of the ${selectedCount} selected ${alreadyCount === 1 ? 'is' : 'are'} ${state} already and ${alreadyCount === 1 ? 'stays' : 'stay'} that way.`;
	return [changeText, unchangedText, count > 0 && consequence].filter(Boolean).join(' ');
}
