import { writeFile } from 'node:fs/promises';
import { say } from '#tools/lib/terminal.ts';
import { DOCUMENT, describeLicences } from './document.ts';
import { listPackages } from './packages.ts';
import { isAdmissible } from './rules.ts';

const packages = await listPackages();
await writeFile(DOCUMENT, describeLicences(packages));
const refused = packages.filter((one) => !isAdmissible(one));
for (const { name, version, licence } of refused) say(`${name} ${version}: ${licence}`);
say(`${packages.length} packages, ${refused.length} with a licence that has to be judged`);
process.exitCode = refused.length === 0 ? 0 : 1;
