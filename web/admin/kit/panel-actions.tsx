import { Button } from '#web/ui/button.tsx';
import { KeyCap } from './key-hints.tsx';
import { useLetterKeys } from './letter-keys.ts';
import type { ListAction } from './use-list-keys.ts';

/** The buttons of a panel, with the same shortcuts as those of the row. */
export function PanelActions({ actions }: { actions: readonly ListAction[] }) {
	const hasLetterKeys = useLetterKeys();

	return actions.map(({ label, key, run, isDestructive }) => (
		<Button
			// The shortcut is the React key, so that the button keeps the focus when Unban takes the place of Ban.
			key={key}
			size="small"
			data-key={key}
			aria-keyshortcuts={hasLetterKeys ? key : undefined}
			variant={isDestructive ? 'danger' : 'plain'}
			onClick={run}
		>
			{label}
			<KeyCap name={key} isInButton />
		</Button>
	));
}
