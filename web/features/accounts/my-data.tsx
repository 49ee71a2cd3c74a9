import { Download } from 'lucide-react';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { useExportData } from './queries.ts';

/** A button to download all data stored about the user. */
export function MyData() {
	const exporting = useExportData();

	return (
		<Section
			title="My data"
			anchor="data"
			lead="Everything we store about you, in one file that people and programs can read."
		>
			{exporting.error && <FormAlert>{formErrorMessage(exporting.error)}</FormAlert>}
			<Button
				busy={exporting.isPending}
				onClick={() => exporting.mutate()}
				className="justify-self-start"
			>
				<Download aria-hidden="true" className="size-5" />
				Download my data
			</Button>
		</Section>
	);
}
