import { useState } from 'react';
import { applyTheme, readTheme, THEMES, type Theme } from '#web/lib/theme.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';

const LABELS: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };
const SEGMENTS = THEMES.map((theme) => ({ value: theme, label: LABELS[theme] }));

/**
 * The choice between the light and the dark theme, or the theme of the system.
 * @param props.isBare hides the label visually; screen readers still read it
 */
export function ThemeSwitch({ isBare = false }: { isBare?: boolean }) {
	const [theme, setTheme] = useState(readTheme);

	function handleChange(next: Theme) {
		setTheme(next);
		// If the browser refuses the cookie, the theme applies to this visit only.
		applyTheme(next);
	}

	return (
		<div className="mt-auto grid gap-2 border-t border-line pt-4">
			{!isBare && (
				<span aria-hidden="true" className="px-3 text-sm font-semibold">
					Theme
				</span>
			)}
			<SegmentedControl
				label="Theme"
				segments={SEGMENTS}
				value={theme}
				onChange={handleChange}
				className="flex-wrap [&>label]:px-1.5"
			/>
		</div>
	);
}
