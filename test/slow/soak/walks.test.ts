import { describeWalks } from '../../support/describe-walks.ts';

describeWalks(Number(process.env.SOAK_WALK_RECORDS ?? 120_000));
