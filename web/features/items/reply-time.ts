const STEPS: readonly (readonly [minutes: number, text: string])[] = [
	[15, 'within minutes'],
	[60, 'within an hour'],
	[6 * 60, 'within a few hours'],
	[24 * 60, 'within a day'],
];

/**
 * How quickly a seller usually answers.
 * @param minutes the median; null where it is unknown
 * @returns undefined where it is unknown or longer than a day
 */
export function replyTimeText(minutes: number | null): string | undefined {
	const step = minutes === null ? undefined : STEPS.find(([upTo]) => minutes <= upTo);
	return step && `Usually answers ${step[1]}`;
}
