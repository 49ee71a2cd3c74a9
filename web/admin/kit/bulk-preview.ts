interface Preview {
	/** 'Ban', as the button says. */
	verb: string;
	/** What is counted: 'user', 'users'. */
	one: string;
	many: string;
	/** How many are selected, and how many of those are so already. */
	selected: number;
	already: number;
	/** What those are: 'banned'. */
	state: string;
	/** What comes of it. */
	means?: string;
}

/** 'Ban 7 users. 2 of the 9 selected are banned already and stay as they are.' */
export function bulkPreview({ verb, one, many, selected, already, state, means }: Preview): string {
	const count = selected - already;
	const change =
		count === 0 ? 'Nothing would change.' : `${verb} ${count} ${count === 1 ? one : many}.`;
	const rest =
		already > 0 &&
		`${already} of the ${selected} selected ${already === 1 ? 'is' : 'are'} ${state} already and ${already === 1 ? 'stays' : 'stay'} that way.`;
	return [change, rest, count > 0 && means].filter(Boolean).join(' ');
}
