import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { studiesQuery, useSetStudies } from './queries.ts';
import { STUDIES_ANCHOR } from './studies-anchor.ts';
import { StudiesForm } from './studies-form.tsx';

/** The account page's section about what the user studies. */
export function StudiesSection() {
	const { data: studies, isPending, error, refetch } = useQuery(studiesQuery());
	const saving = useSetStudies();
	const clearing = useSetStudies();
	const heading = useRef<HTMLHeadingElement>(null);

	function clear() {
		clearing.mutate(
			{ branch: null, semester: null },
			{
				onSuccess: () => {
					// The button is removed, so the focus moves to the heading.
					heading.current?.focus();
					toast('Your branch and semester are cleared.');
				},
			},
		);
	}

	return (
		<Section
			title="Studies"
			anchor={STUDIES_ANCHOR}
			headingRef={heading}
			lead="Only you see it. The home page shows what is on sale for your semester and the next."
		>
			{isPending && <Skeleton className="h-56" />}
			{error && !studies && (
				<LoadFailure message={formErrorMessage(error)} onRetry={() => void refetch()} />
			)}
			{studies && (
				<StudiesForm
					// Mounts the form anew when the stored values have changed.
					key={`${studies.branch} ${studies.semester}`}
					studies={studies}
					saving={saving}
					onSaved={() => {
						// If the values have changed, the form is mounted anew and the pressed button loses the focus.
						heading.current?.focus();
						toast('Your branch and semester are saved.');
					}}
				>
					{studies.branch !== null && (
						<Button busy={clearing.isPending} onClick={clear}>
							Clear
						</Button>
					)}
				</StudiesForm>
			)}
			{clearing.error && <FormAlert>{formErrorMessage(clearing.error)}</FormAlert>}
		</Section>
	);
}
