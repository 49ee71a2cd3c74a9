import { Download } from 'lucide-react';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useExportData } from './queries.ts';

/** A button to download all data stored about the user. */
export function MyData() {
	const exporting = useExportData();

	function download() {
		exporting.mutate(undefined, {
			onSuccess: (file) => {
				const today = toCampusTime(Date.now());
				saveFile(file, `my-data-${today.toISOString().slice(0, 10)}.json`);
				toast('Your data has been downloaded.');
			},
		});
	}

	return (
		<Section
			title="My data"
			anchor="data"
			lead="Everything we store about you, in one file that people and programs can read."
		>
			{exporting.error && <FormAlert>{formErrorMessage(exporting.error)}</FormAlert>}
			<Button busy={exporting.isPending} onClick={download} className="justify-self-start">
				<Download aria-hidden="true" className="size-5" />
				Download my data
			</Button>
		</Section>
	);
}
