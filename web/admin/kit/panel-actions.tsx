import { Button } from '#web/ui/button.tsx';
import { KeyCap, useLetterKeys } from './key-hints.tsx';
import type { ListAction } from './use-list-keys.ts';

interface PanelActionsProps {
	/** By weight, the lightest first. None is emphasised, so that no button suggests a decision. */
	actions: readonly ListAction[];
	isBusy?: boolean;
}

/** The buttons of a panel, with the same shortcuts as those of the row. */
export function PanelActions({ actions, isBusy = false }: PanelActionsProps) {
	const hasLetterKeys = useLetterKeys();

	return actions.map(({ label, key, run, isDestructive }) => (
		<Button
			// The shortcut is the React key, so that the button keeps the focus when Unban takes the place of Ban.
			key={key}
			size="small"
			busy={isBusy}
			data-key={key}
			aria-keyshortcuts={hasLetterKeys ? key : undefined}
			className={isDestructive ? 'border-bad! text-bad!' : ''}
			onClick={run}
		>
			<span>{label}</span>
			<KeyCap name={key} isInButton />
		</Button>
	));
}
