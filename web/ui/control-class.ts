/** The classes of text fields and selects. The border has enough contrast to identify them (WCAG 1.4.11). */
export const CONTROL_CLASS =
	'min-h-12 w-full rounded-field border border-edge bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-ink-soft aria-invalid:border-bad aria-invalid:outline-bad disabled:opacity-60';
