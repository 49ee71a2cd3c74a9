/** The classes of a `progress` element, without its size and position. */
export const PROGRESS_CLASS =
	'appearance-none overflow-hidden rounded-full border border-edge bg-surface [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-link';
