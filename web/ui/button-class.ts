export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

/**
 * A press changes the colour at once. A transition would make the browser build the layers of the page again, which
 * delays the frame after the tap (docs/performance/findings.md, "Opening the filters").
 */
const VARIANT_CLASSES: Record<ButtonVariant, string> = {
	main: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong',
	plain: 'border-line bg-surface text-ink hover:bg-sunken active:bg-sunken',
	quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken active:bg-sunken',
	danger: 'border-transparent bg-bad text-on-bad hover:opacity-90 active:opacity-90',
};

const SIZE_CLASSES: Record<ButtonSize, string> = {
	normal: 'min-h-[2.875rem] px-5 py-2',
	small: 'min-h-11 px-4 py-1.5 text-sm',
};

/** The classes of buttons and of links that look like buttons. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className = ''): string {
	return `inline-flex cursor-pointer items-center justify-center gap-2 rounded-button border text-center font-semibold no-underline disabled:cursor-default aria-disabled:cursor-default disabled:opacity-60 aria-disabled:opacity-75 ${VARIANT_CLASSES[variant]} ${SIZE_CLASSES[size]} ${className}`;
}
