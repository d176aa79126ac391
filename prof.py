import pickle,glob,sys,cProfile,pstats,time
from kernelscope.stages.decompile import decompile
d=pickle.load(open(glob.glob(f'/tmp/dectri/corpus/{sys.argv[1]}.pkl')[0],'rb'))
p=cProfile.Profile(); t=time.process_time(); p.enable(); decompile(d['ptx'],d['form'].name,form=d['form']); p.disable(); print(time.process_time()-t)
pstats.Stats(p).sort_stats('cumtime').print_stats(38)
